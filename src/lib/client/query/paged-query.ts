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
  /** items a page */
  limit: number;
  /** what a page must have */
  keys: (keyof Page & string)[];
  /** the cursor of the next page, or null at the end */
  getNextCursor: (page: Page) => string | null;
  getItems: (page: Page) => Item[];
  /** what an item is known by; without it none is dropped */
  getId?: (item: Item) => string;
  /** the first page can be read offline */
  isStored?: boolean;
  /** shows the last item of the last page first */
  reversed?: boolean;
  /** search parameters besides cursor and limit */
  params?: Record<string, string>;
  /** gives the request its headers; none by default */
  withHeaders?: (run: (headers?: Record<string, string>) => Promise<Page>) => Promise<Page>;
}

/** Keeps one item of each id: a new post moves the last item of a page to the next page as well. */
export const uniqueBy = <Item>(items: Item[], getId: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [getId(item), item])).values(),
];

/** The items of all pages, each once. */
const itemsOf = <Page extends object, Item>(
  { getItems, getId, reversed }: PagedQueryOptions<Page, Item>,
  pages: Page[],
): Item[] => {
  const all = pages.flatMap(getItems);
  const items = getId ? uniqueBy(all, getId) : all;
  return reversed ? items.toReversed() : items;
};

/** A list by cursor; the cache holds its pages, `select` makes them a list of items. */
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
    // Also offline, the stored page is read.
    networkMode: list.isStored ? 'offlineFirst' : 'online',
    initialPageParam: null as string | null,
    getNextPageParam: list.getNextCursor,
    select: ({ pages }) => itemsOf(list, pages),
    staleTime: STALE_TIME_MS,
  });

/** A list of which only the first page is known. */
export const firstPage = <Page>(page: Page): Pages<Page> => ({
  pages: [page],
  pageParams: [null],
});
