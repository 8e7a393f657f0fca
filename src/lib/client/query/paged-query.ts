import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';

const STALE_TIME_MS = 60_000;

/** A list that is fetched page by page. */
interface PagedQueryOptions<P extends object> {
  queryKey: QueryKey;
  /** below /api */
  path: string;
  /** items a page */
  limit: number;
  /** what a page must have */
  keys: (keyof P & string)[];
  /** the cursor of the page after this one, or null at the end */
  getNextCursor: (page: P) => string | null;
  /** what is asked for besides cursor and limit */
  params?: Record<string, string>;
}

/** How the cache holds such a list. */
export type Pages<P> = InfiniteData<P>;

/** Reads a list page by page, by cursor, so that what is added meanwhile makes no duplicates and no gaps. */
export const pagedQuery = <P extends object>(list: PagedQueryOptions<P>) =>
  infiniteQueryOptions({
    queryKey: list.queryKey,
    queryFn: ({ pageParam, signal }) =>
      requestData(list.path, hasKeys<P>(...list.keys), {
        signal,
        searchParams: { ...list.params, cursor: pageParam ?? 0, limit: list.limit },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: list.getNextCursor,
    staleTime: STALE_TIME_MS,
  });

/** @returns a list that holds its first page only */
export const firstPage = <P>(page: P): Pages<P> => ({ pages: [page], pageParams: [null] });
