import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';

import { Results } from '#islands/forum/search/Results.tsx';
import { SearchBox } from '#islands/forum/search/SearchBox.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { exploreQuery } from '#lib/client/posts.ts';
import { searchTerm } from '#lib/client/stores/search.ts';

import { Feed, type FeedProps } from './Feed.tsx';
import { NoPosts } from './NoPosts.tsx';

interface Props extends FeedProps {
  /** from another page's search field, or empty */
  initialSearch: string;
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
export default function Explore({ viewerId, initialSearch, ...feed }: Props) {
  const term = useSearchTerm(initialSearch);
  return (
    <>
      <SearchBox term={term} onSearch={search} />
      {term ? (
        <DeferImages value={feed.deferImages}>
          <Results viewerId={viewerId} term={term} renderedAt={feed.fetchedAt} />
        </DeferImages>
      ) : (
        <Feed {...feed} query={exploreQuery(viewerId)} emptyState={<NoPosts list="explore" />} />
      )}
    </>
  );
}
