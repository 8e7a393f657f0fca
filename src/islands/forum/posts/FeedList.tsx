import type { ReactNode } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { findLcpIndex } from '#islands/ui/media/lcp-image.ts';
import { PostSkeleton } from '#islands/ui/post/PostSkeleton.tsx';
import type { exploreQuery } from '#lib/client/posts.ts';
import { usePagedQuery } from '#lib/client/query/use-paged-query.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { InteractivePostCard } from './InteractivePostCard.tsx';
import { ListEnd } from './ListEnd.tsx';
import { useNow } from './use-now.ts';

import styles from './Feed.module.css';

interface Props {
  query: ReturnType<typeof exploreQuery>;
  /** the page the server rendered */
  initial: PostPage;
  /** milliseconds since 1970 */
  fetchedAt: number;
  emptyState: ReactNode;
}

/** A list of posts with infinite scroll. */
export function FeedList({ query, initial, fetchedAt, emptyState }: Props) {
  const list = usePagedQuery(query, initial);
  const now = useNow(fetchedAt);
  const posts = list.data;
  if (posts.length === 0 && !list.hasNextPage) return emptyState;
  const lcpIndex = findLcpIndex(posts);
  return (
    <div className={styles.feed}>
      {posts.map((post, i) => (
        <InteractivePostCard key={post.post_id} post={post} now={now} priority={i === lcpIndex} />
      ))}
      <ListEnd list={list} count={posts.length} itemName="posts" skeleton={<PostSkeleton />}>
        <Icon name="sheaf" />
        You have reached the end.
      </ListEnd>
    </div>
  );
}
