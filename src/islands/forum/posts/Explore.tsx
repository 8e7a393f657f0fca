import { useStore } from '@nanostores/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { Results } from '#islands/forum/search/Results.tsx';
import { SearchBox } from '#islands/forum/search/SearchBox.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { refreshFeed } from '#lib/client/feed.ts';
import { exploreQuery } from '#lib/client/posts.ts';
import { firstPage } from '#lib/client/query/paged-query.ts';
import { hydrateQuery } from '#lib/client/query/query-client.ts';
import { useHydratedQueryClient } from '#lib/client/query/use-hydrated-query-client.ts';
import { searchTerm } from '#lib/client/stores/search.ts';
import type { PostPage } from '#lib/contract/posts.ts';

import { FeedList } from './FeedList.tsx';
import { NoPosts } from './NoPosts.tsx';

interface Props {
  viewerId: string;
  /** the first page */
  page: PostPage;
  /** when the server read it, milliseconds since 1970 */
  fetchedAt: number;
  /** from another page's search field, or empty */
  initialSearch: string;
  /** images load when tapped */
  deferImages: boolean;
}

/** The search term; leaving Explore clears it. */
function useSearchTerm(initialSearch: string): string {
  useState(() => {
    if (typeof document !== 'undefined') searchTerm.set(initialSearch);
  });
  useEffect(() => {
    if (initialSearch) history.replaceState(history.state, '', location.pathname);
    return () => searchTerm.set('');
  }, [initialSearch]);
  return useStore(searchTerm, { ssr: () => initialSearch });
}

function search(term: string): void {
  searchTerm.set(term);
  scrollTo({ top: 0 });
}

/** All posts, or the results of a search. */
export default function Explore({ viewerId, page, fetchedAt, initialSearch, deferImages }: Props) {
  const query = exploreQuery(viewerId);
  const client = useHydratedQueryClient((cache) =>
    hydrateQuery(cache, query.queryKey, firstPage(page), fetchedAt, refreshFeed),
  );
  const term = useSearchTerm(initialSearch);
  return (
    <QueryClientProvider client={client}>
      <SearchBox term={term} onSearch={search} />
      <DeferImages value={deferImages}>
        {term ? (
          <Results viewerId={viewerId} term={term} renderedAt={fetchedAt} />
        ) : (
          <FeedList
            query={query}
            initial={page}
            fetchedAt={fetchedAt}
            emptyState={<NoPosts list="explore" />}
          />
        )}
      </DeferImages>
    </QueryClientProvider>
  );
}
