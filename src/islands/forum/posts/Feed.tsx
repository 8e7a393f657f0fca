import type { ReactNode } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { findLcpIndex } from '#islands/ui/media/lcp-image.ts';
import { PostSkeleton } from '#islands/ui/post/PostSkeleton.tsx';
import { type feedQuery, refreshFeed } from '#lib/client/feed.ts';
import { useServerPages } from '#lib/client/query/use-server-query.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { InteractivePostCard } from './InteractivePostCard.tsx';
import { ListEnd } from './ListEnd.tsx';
import { useNow } from './use-now.ts';

import styles from './Feed.module.css';

/** What a page gives to an island with a list of posts. */
export interface FeedProps {
  viewerId: string;
  /** the first page */
  page: PostPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
  /** images load when tapped */
  deferImages: boolean;
}

interface Props extends Omit<FeedProps, 'viewerId'> {
  query: ReturnType<typeof feedQuery>;
  emptyState: ReactNode;
}

/** A list of posts with infinite scroll. */
export function Feed({ query, page, fetchedAt, deferImages, emptyState }: Props) {
  const list = useServerPages(query, page, fetchedAt, refreshFeed);
  const now = useNow(fetchedAt);
  const posts = list.data;
  if (posts.length === 0 && !list.hasNextPage) return emptyState;
  const lcpIndex = findLcpIndex(posts);
  return (
    <DeferImages value={deferImages}>
      <div className={styles.feed}>
        {posts.map((post, i) => (
          <InteractivePostCard key={post.post_id} post={post} now={now} priority={i === lcpIndex} />
        ))}
        <ListEnd list={list} count={posts.length} itemName="posts" skeleton={<PostSkeleton />}>
          <Icon name="sheaf" />
          You have reached the end.
        </ListEnd>
      </div>
    </DeferImages>
  );
}
