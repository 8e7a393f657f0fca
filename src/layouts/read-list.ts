import type * as z from 'zod/mini';

import { readListQuery, type ReadQuery } from '#lib/contract/pagination.ts';

/**
 * Loads a list for a page.
 * @param schema of the URL's query; every parameter is optional
 * @returns the props of `PagedList` without its empty state, the query, and the result of `load`
 */
export async function readList<S extends z.ZodMiniType, L extends { nextCursor: string | null }>(
  { url }: { url: URL },
  schema: S,
  load: (query: z.output<S>) => Promise<L>,
): Promise<L & ReadQuery<z.output<S>>> {
  const read = readListQuery(schema, url.searchParams);
  return { ...(await load(read.query)), ...read };
}
