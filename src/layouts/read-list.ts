import type * as z from 'zod/mini';

import { readListQuery, type ReadQuery } from '#lib/contract/pagination.ts';

/**
 * Reads what a page shows of a list.
 * @param schema of the query in the page's address, every parameter of which may be absent
 * @returns the props of `PagedList`, but for what is shown when the list is empty, with the query and what `load` gives
 */
export async function readList<S extends z.ZodMiniType, L extends { nextCursor: string | null }>(
  { url }: { url: URL },
  schema: S,
  load: (query: z.output<S>) => Promise<L>,
): Promise<L & ReadQuery<z.output<S>>> {
  const read = readListQuery(schema, url.searchParams);
  return { ...(await load(read.query)), ...read };
}
