import { useInfiniteQuery } from '@tanstack/react-query';

import { leadingCard } from '#islands/ui/lead.ts';
import { PostCard } from '#islands/ui/PostCard.tsx';
import { postsOf } from '#lib/client/feed.ts';
import type { exploreQuery } from '#lib/client/posts.ts';
import { useHydrated } from '#lib/client/use-hydrated.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { FeedEnd } from './FeedEnd.tsx';
import { NoPosts } from './NoPosts.tsx';
import { useNow } from './use-now.ts';

import styles from './Feed.module.css';

interface Props {
  list: 'explore' | 'own';
  query: ReturnType<typeof exploreQuery>;
  /** what the server drew */
  drawn: PostPage;
  at: number;
}

/**
 * The list as it stands. The first drawing in the browser shows what the server drew, whatever the cache holds
 * from earlier pages or is fetching: the two must agree.
 */
function useFeed(query: Props['query'], drawn: PostPage) {
  const feed = useInfiniteQuery(query);
  if (useHydrated() && feed.data) return { ...feed, posts: postsOf(feed.data) };
  return {
    posts: drawn.posts,
    error: null,
    fetchNextPage: feed.fetchNextPage,
    fetchStatus: 'idle' as const,
    hasNextPage: drawn.nextCursor !== null,
    isFetchNextPageError: false,
  };
}

/** The posts of a list, and what comes after the last one. */
export function FeedList({ list, query, drawn, at }: Props) {
  const feed = useFeed(query, drawn);
  const now = useNow(at);
  if (feed.posts.length === 0) return <NoPosts list={list} />;
  const lead = leadingCard(feed.posts);
  return (
    <div className={styles.feed}>
      {feed.posts.map((post, i) => (
        <PostCard key={post.post_id} post={post} now={now} first={i === lead} />
      ))}
      <FeedEnd feed={feed} shown={feed.posts.length} />
    </div>
  );
}
