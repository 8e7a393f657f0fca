import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { readOrCached } from '#lib/client/offline/cached-response.ts';

import type { Pages } from './update-cached.ts';

const STALE_TIME_MS = 60_000;

/** A list that is fetched page by page. */
interface PagedQueryOptions<Page extends object, Item> {
  queryKey: QueryKey;
  /** below /api */
  path: string;
  /** items per page */
  limit: number;
  /** required keys of a page */
  keys: (keyof Page & string)[];
  /** the cursor of the next page, or null at the end */
  getNextCursor: (page: Page) => string | null;
  getItems: (page: Page) => Item[];
  /** identifies an item; without it no duplicates are dropped */
  getId?: (item: Item) => string;
  /** the first page is stored for offline reading */
  isStored?: boolean;
  /** shows the last item of the last page first */
  reversed?: boolean;
  /** search parameters besides cursor and limit */
  params?: Record<string, string>;
  /** adds headers to the request; none by default */
  withHeaders?: (run: (headers?: Record<string, string>) => Promise<Page>) => Promise<Page>;
}

/** Keeps one item per id: a new post also moves the last item of a page to the next page. */
export const uniqueBy = <Item>(items: Item[], getId: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [getId(item), item])).values(),
];

/** The items of all pages, without duplicates. */
const itemsOf = <Page extends object, Item>(
  { getItems, getId, reversed }: PagedQueryOptions<Page, Item>,
  pages: Page[],
): Item[] => {
  const all = pages.flatMap(getItems);
  const items = getId ? uniqueBy(all, getId) : all;
  return reversed ? items.toReversed() : items;
};

/** A list with cursors; the cache holds its pages, and `select` turns them into items. */
export const pagedQuery = <Page extends object, Item>(list: PagedQueryOptions<Page, Item>) =>
  infiniteQueryOptions({
    queryKey: list.queryKey,
    queryFn: ({ pageParam, signal }) => {
      const searchParams = { ...list.params, cursor: pageParam ?? 0, limit: list.limit };
      const fetchPage = (headers?: Record<string, string>) =>
        requestData(list.path, hasKeys<Page>(...list.keys), { headers, signal, searchParams });
      const read = () => (list.withHeaders ? list.withHeaders(fetchPage) : fetchPage());
      return list.isStored ? readOrCached(pageParam === null ? list.path : null, read) : read();
    },
    // The stored page can be read offline, too.
    networkMode: list.isStored ? 'offlineFirst' : 'online',
    initialPageParam: null as string | null,
    getNextPageParam: list.getNextCursor,
    select: ({ pages }) => itemsOf(list, pages),
    staleTime: STALE_TIME_MS,
  });

export const firstPage = <Page>(page: Page): Pages<Page> => ({
  pages: [page],
  pageParams: [null],
});
