import { useInfiniteQuery } from '@tanstack/react-query';

import { useHydrated } from '#lib/client/use-hydrated.ts';

import type { pagedQuery, Pages } from './paged-query.ts';

/** A list as it stands. */
export interface PagedList<P> {
  data: Pages<P>;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
}

/**
 * A list whose first page the server drew. The first drawing in the browser shows just that, whatever the cache
 * holds from earlier pages or is fetching: the two must agree.
 * @param initial what the server drew
 */
export function usePagedQuery<P extends object>(
  query: ReturnType<typeof pagedQuery<P>>,
  initial: Pages<P>,
): PagedList<P> {
  const list = useInfiniteQuery(query);
  if (useHydrated() && list.data) return { ...list, data: list.data };
  const { pages } = initial;
  const next = pages.map((page) => query.getNextPageParam(page, pages, null, []));
  return {
    data: initial,
    error: null,
    fetchNextPage: list.fetchNextPage,
    fetchStatus: 'idle',
    hasNextPage: typeof next.at(-1) === 'string',
    isFetchNextPageError: false,
  };
}
