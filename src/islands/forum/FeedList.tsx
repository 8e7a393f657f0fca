import { useInfiniteQuery } from '@tanstack/react-query';

import { PostCard } from '#islands/ui/PostCard.tsx';
import { postsOf } from '#lib/client/feed.ts';
import type { exploreQuery } from '#lib/client/posts.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { Post } from '#lib/contract/posts.ts';

import { FeedEnd } from './FeedEnd.tsx';
import { NoPosts } from './NoPosts.tsx';
import { useNow } from './use-now.ts';

import styles from './Feed.module.css';

interface Props {
  list: 'explore' | 'own';
  query: ReturnType<typeof exploreQuery>;
  /** what the server drew: the first drawing here must be the same */
  drawn: Post[];
  at: number;
}

/** The posts of a list, and what comes after the last one. */
export function FeedList({ list, query, drawn, at }: Props) {
  const feed = useInfiniteQuery(query);
  const now = useNow(at);
  const hydrated = useHydrated();
  const posts = hydrated && feed.data ? postsOf(feed.data) : drawn;
  if (posts.length === 0 && !feed.isFetching) return <NoPosts list={list} />;
  return (
    <div className={styles.feed}>
      {posts.map((post, i) => (
        <PostCard key={post.post_id} post={post} now={now} first={i === 0} />
      ))}
      <FeedEnd feed={feed} shown={posts.length} />
    </div>
  );
}
