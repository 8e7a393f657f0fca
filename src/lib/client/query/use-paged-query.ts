import { useInfiniteQuery } from '@tanstack/react-query';

import { useHydrated } from '#lib/client/use-hydrated.ts';

import type { pagedQuery } from './paged-query.ts';

/** A list and what its end needs. */
export interface PagedList<Item> {
  data: Item[];
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
}

/**
 * A list whose first page the server rendered. The first render in the browser shows just that page, whatever the
 * cache holds: hydration needs the same markup.
 * @param initial the page the server rendered
 */
export function usePagedQuery<Page extends object, Item>(
  query: ReturnType<typeof pagedQuery<Page, Item>>,
  initial: Page,
): PagedList<Item> {
  const list = useInfiniteQuery(query);
  if (useHydrated() && list.data) return { ...list, data: list.data };
  return {
    data: query.select?.({ pages: [initial], pageParams: [null] }) ?? [],
    error: null,
    fetchNextPage: list.fetchNextPage,
    fetchStatus: 'idle',
    hasNextPage: typeof query.getNextPageParam(initial, [initial], null, []) === 'string',
    isFetchNextPageError: false,
  };
}
