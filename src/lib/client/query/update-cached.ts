import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';

type Update<T> = (data: T) => T;

const hasData = ({ state }: Query) => state.data !== undefined;

/** Cancels fetches that may have read an old state. Queries without data continue: they show nothing yet. */
export const cancelFetches = (client: QueryClient, queryKey: QueryKey): void =>
  void client.cancelQueries({ queryKey, predicate: hasData });

/**
 * Changes cached data wherever the key matches.
 * @returns a function that applies another update to undo the change, except where data was fetched since
 */
export function updateCached<T>(
  client: QueryClient,
  queryKey: QueryKey,
  update: Update<T>,
): (revert: Update<T>) => void {
  cancelFetches(client, queryKey);
  const cached = client
    .getQueryCache()
    .findAll({ queryKey, predicate: hasData })
    .map((query) => ({ key: query.queryKey, updatedAt: query.state.dataUpdatedAt }));
  // A change does not make old data fresh.
  for (const { key, updatedAt } of cached)
    client.setQueryData<T>(key, (data) => data && update(data), { updatedAt });
  return (revert) => {
    for (const { key, updatedAt } of cached)
      if (client.getQueryState(key)?.dataUpdatedAt === updatedAt)
        client.setQueryData<T>(key, (data) => data && revert(data), { updatedAt });
  };
}

/** The cached form of a list that is fetched page by page. */
export type Pages<Page> = InfiniteData<Page>;

/** Changes the cached pages of a list. */
export const updatePages = <Page>(
  client: QueryClient,
  queryKey: QueryKey,
  update: (page: Page, index: number) => Page,
): void =>
  void client.setQueryData<Pages<Page>>(
    queryKey,
    (cached) => cached && { ...cached, pages: cached.pages.map(update) },
  );
