import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useState } from 'react';

import { useHydrated } from '#lib/client/use-hydrated.ts';

import { firstPage, type pagedQuery } from './paged-query.ts';
import { hydrateQuery, queryClient } from './query-client.ts';

/** The query cache; before the first render, `hydrate` once adds the data that the page brought. */
function useHydratedClient(hydrate: (client: QueryClient) => void): QueryClient {
  const [client] = useState(() => {
    const shared = queryClient();
    hydrate(shared);
    return shared;
  });
  return client;
}

/**
 * A query whose data the server rendered. The first render in the browser shows exactly that data, whatever the cache
 * holds: hydration needs the same markup.
 * @param fetchedAt when the server read the data, milliseconds since 1970
 */
export function useServerQuery<T, K extends QueryKey>(
  query: UseQueryOptions<T, Error, T, K> & { queryKey: K },
  initial: T,
  fetchedAt: number,
): { data: T; dataUpdatedAt: number; error: Error | null } {
  const client = useHydratedClient((cache) =>
    hydrateQuery(cache, query.queryKey, initial, fetchedAt),
  );
  const { data, dataUpdatedAt, error } = useQuery(query, client);
  if (useHydrated() && data !== undefined) return { data, dataUpdatedAt, error };
  return { data: initial, dataUpdatedAt: fetchedAt, error };
}

/** A list, and the state of its end. */
export interface PagedList<Item> {
  data: Item[];
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  hasNextPage: boolean;
  isFetchNextPageError: boolean;
}

/**
 * Like `useServerQuery`, for a list whose first page the server rendered.
 * @param merge combines this page with cached ones; by default it replaces them
 */
export function useServerPages<Page extends object, Item>(
  query: ReturnType<typeof pagedQuery<Page, Item>>,
  initial: Page,
  fetchedAt: number,
  merge?: (cached: InfiniteData<Page>, fresh: InfiniteData<Page>) => InfiniteData<Page>,
): PagedList<Item> {
  const client = useHydratedClient((cache) =>
    hydrateQuery<InfiniteData<Page>>(cache, query.queryKey, firstPage(initial), fetchedAt, merge),
  );
  const list = useInfiniteQuery(query, client);
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
