import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

import { callData } from '#lib/client/http/request.ts';
import { having } from '#lib/client/http/response-shape.ts';

const FRESH_MS = 60_000;

/** A list that is fetched page by page. */
interface List<P extends object> {
  queryKey: QueryKey;
  /** below /api */
  path: string;
  /** items a page */
  limit: number;
  /** what a page must have */
  parts: (keyof P & string)[];
  /** the cursor of the page after this one, or null at the end */
  next: (page: P) => string | null;
  /** what is asked for besides cursor and limit */
  params?: Record<string, string>;
}

/** How the cache holds such a list. */
export type Pages<P> = InfiniteData<P>;

/** Reads a list page by page, by cursor, so that what is added meanwhile makes no duplicates and no gaps. */
export const pagedQuery = <P extends object>(list: List<P>) =>
  infiniteQueryOptions({
    queryKey: list.queryKey,
    queryFn: ({ pageParam, signal }) =>
      callData(list.path, having<P>(...list.parts), {
        signal,
        searchParams: { ...list.params, cursor: pageParam ?? 0, limit: list.limit },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: list.next,
    staleTime: FRESH_MS,
  });

/** @returns a list that holds its first page only */
export const startPages = <P>(page: P): Pages<P> => ({ pages: [page], pageParams: [null] });
