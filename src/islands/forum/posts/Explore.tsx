import { useStore } from '@nanostores/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { Results } from '#islands/forum/search/Results.tsx';
import { SearchBox } from '#islands/forum/search/SearchBox.tsx';
import { Held } from '#islands/ui/media/deferred-image.ts';
import { refreshFeed } from '#lib/client/feed.ts';
import { exploreQuery } from '#lib/client/posts.ts';
import { startPages } from '#lib/client/query/paged-query.ts';
import { seed } from '#lib/client/query/query-client.ts';
import { useSeeded } from '#lib/client/query/use-hydrated-query-client.ts';
import { searchTerm } from '#lib/client/stores/search.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { FeedList } from './FeedList.tsx';
import { NoPosts } from './NoPosts.tsx';

interface Props {
  viewerId: string;
  /** the first page, as the server read it */
  page: PostPage;
  /** when it did, milliseconds since 1970 */
  at: number;
  /** what another page's search field asked for, or empty */
  asked: string;
  /** pictures are only fetched when they are tapped */
  held: boolean;
}

/** @returns what is searched for; leaving Explore clears it (spec 2) */
function useTerm(asked: string): string {
  useState(() => {
    if (typeof document !== 'undefined') searchTerm.set(asked);
  });
  useEffect(() => {
    if (asked) history.replaceState(history.state, '', location.pathname);
    return () => searchTerm.set('');
  }, [asked]);
  return useStore(searchTerm, { ssr: () => asked });
}

function search(term: string): void {
  searchTerm.set(term);
  scrollTo({ top: 0 });
}

/** Explore: everybody's posts, or what a search found (spec 2). */
export default function Explore({ viewerId, page, at, asked, held }: Props) {
  const query = exploreQuery(viewerId);
  const client = useSeeded((cache) =>
    seed(cache, query.queryKey, startPages(page), at, refreshFeed),
  );
  const term = useTerm(asked);
  return (
    <QueryClientProvider client={client}>
      <SearchBox term={term} onSearch={search} />
      <Held value={held}>
        {term ? (
          <Results viewerId={viewerId} term={term} at={at} />
        ) : (
          <FeedList query={query} drawn={page} at={at} none={<NoPosts list="explore" />} />
        )}
      </Held>
    </QueryClientProvider>
  );
}
