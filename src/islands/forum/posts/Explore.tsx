import { useStore } from '@nanostores/react';
import { type ComponentProps, useEffect, useState } from 'react';

import { Results } from '#islands/forum/search/Results.tsx';
import { SearchBox } from '#islands/forum/search/SearchBox.tsx';
import { DeferImages } from '#islands/ui/media/deferred-image.ts';
import { searchTerm } from '#lib/client/stores/search.ts';
import { explorePosts } from '#lib/contract/forum/posts.ts';

import Feed from './Feed.tsx';
import { NoPosts } from './NoPosts.tsx';

interface Props extends Omit<ComponentProps<typeof Feed>, 'list' | 'children'> {
  viewerId: string;
  /** from another page’s search field; may be empty */
  initialSearch: string;
}

/** Saves the search in the history entry, so that Back and reload restore it without words in the URL. */
function saveSearch(term: string): void {
  history.replaceState({ ...history.state, search: term, place: null }, '', location.pathname);
}

/** The search term; leaving Explore clears it. */
function useSearchTerm(initialSearch: string): string {
  useState(() => {
    if (typeof document === 'undefined') return;
    const entry = history.state as { search?: string } | null;
    searchTerm.set(entry?.search ?? initialSearch);
  });
  useEffect(() => {
    if (location.search) saveSearch(initialSearch);
    return () => searchTerm.set('');
  }, [initialSearch]);
  return useStore(searchTerm, { ssr: () => initialSearch });
}

function search(term: string): void {
  searchTerm.set(term);
  saveSearch(term);
  scrollTo({ top: 0 });
}

export default function Explore({ viewerId, initialSearch, ...feed }: Props) {
  const term = useSearchTerm(initialSearch);
  return (
    <>
      <SearchBox initialTerm={initialSearch} onSearch={search} />
      {term ? (
        <DeferImages value={feed.deferImages}>
          <Results viewerId={viewerId} initialTerm={initialSearch} renderedAt={feed.fetchedAt} />
        </DeferImages>
      ) : (
        <Feed {...feed} list={explorePosts(viewerId)} looksForNew={!feed.deferImages}>
          <NoPosts list="explore" />
        </Feed>
      )}
    </>
  );
}
