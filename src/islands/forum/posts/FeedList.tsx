import type { ReactNode } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { leadingCard } from '#islands/ui/media/lcp-image.ts';
import { PostSkeleton } from '#islands/ui/post/PostSkeleton.tsx';
import { postsOf } from '#lib/client/feed.ts';
import type { exploreQuery } from '#lib/client/posts.ts';
import { startPages } from '#lib/client/query/paged-query.ts';
import { usePaged } from '#lib/client/query/use-paged-query.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { MemberCard } from './InteractivePostCard.tsx';
import { ListEnd } from './ListEnd.tsx';
import { useNow } from './use-now.ts';

import styles from './Feed.module.css';

interface Props {
  query: ReturnType<typeof exploreQuery>;
  /** what the server drew */
  drawn: PostPage;
  /** when, milliseconds since 1970 */
  at: number;
  /** stands where there is no post */
  none: ReactNode;
}

/** A member's list of posts, growing as it is scrolled, and what comes after the last one. */
export function FeedList({ query, drawn, at, none }: Props) {
  const list = usePaged(query, startPages(drawn));
  const now = useNow(at);
  const posts = postsOf(list.data);
  if (posts.length === 0 && !list.hasNextPage) return none;
  const lead = leadingCard(posts);
  return (
    <div className={styles.feed}>
      {posts.map((post, i) => (
        <MemberCard key={post.post_id} post={post} now={now} first={i === lead} />
      ))}
      <ListEnd list={list} shown={posts.length} things="posts" skeleton={<PostSkeleton />}>
        <Icon name="sheaf" />
        That was every post.
      </ListEnd>
    </div>
  );
}
