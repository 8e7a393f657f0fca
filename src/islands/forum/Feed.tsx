import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { refreshFeed, startFeed } from '#lib/client/feed.ts';
import { exploreQuery, ownPostsQuery } from '#lib/client/posts.ts';
import { queryClient, seed } from '#lib/client/query.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { FeedList } from './FeedList.tsx';

const queries = { explore: exploreQuery, own: ownPostsQuery };

interface Props {
  list: keyof typeof queries;
  viewerId: string;
  /** the first page, as the server read it */
  page: PostPage;
  /** when it did, milliseconds since 1970 */
  at: number;
}

/** A member's list of posts, growing as it is scrolled. */
export default function Feed({ list, viewerId, page, at }: Props) {
  const query = queries[list](viewerId);
  const [client] = useState(() => {
    const shared = queryClient();
    seed(shared, query.queryKey, startFeed(page), at, refreshFeed);
    return shared;
  });
  useEffect(() => isLoggedIn.set(true), []);
  return (
    <QueryClientProvider client={client}>
      <FeedList list={list} query={query} drawn={page} at={at} />
    </QueryClientProvider>
  );
}
