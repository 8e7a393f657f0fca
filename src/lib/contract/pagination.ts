import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';
import { ID_PATTERN } from './ids.ts';

/** The maximum page size of all lists. */
export const MAX_LIMIT = 50;

const LIMIT_ERROR = 'limit_out_of_range' satisfies ErrorCode;
export const isLimit = (digits: string) =>
  /^\d{1,3}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= MAX_LIMIT;
const Limit = z.pipe(
  z.string(LIMIT_ERROR).check(z.refine(isLimit, LIMIT_ERROR)),
  z.transform(Number),
);

/** `cursor` is null for the first page. */
export interface ListQuery {
  cursor: string | null;
  limit: number;
}

/**
 * The query of a list.
 * @param pageSize the default
 * @param pattern a regular expression for cursors, with `ID` for each id; a single id by default
 * @returns a schema for a `ListQuery`; the first page has no cursor, or `0`
 */
export const listQuery = (pageSize: number, pattern?: string) => {
  const error = 'invalid_cursor' satisfies ErrorCode;
  const cursor = pattern
    ? z.string().check(z.regex(RegExp(`^${pattern.replaceAll('ID', ID_PATTERN)}$`), error))
    : z.uuidv7(error).check(z.toLowerCase());
  return z.object({
    cursor: z.pipe(
      z.optional(z.union([z.literal(['', '0']), cursor], error)),
      z.transform((value) => (value && value !== '0' ? value : null)),
    ),
    limit: z._default(Limit, pageSize),
  });
};

/** The query of a page, and the names of its invalid parameters. */
export interface ReadQuery<T> {
  query: T;
  dropped: string[];
}

/**
 * Reads the query of a page. Invalid parameters are left out, and the page reports them
 * (`layouts/DroppedFilters.astro`).
 * @param schema all its parameters must be optional
 */
export function readListQuery<S extends z.ZodMiniType>(
  schema: S,
  params: URLSearchParams,
): ReadQuery<z.output<S>> {
  const given = Object.fromEntries(params);
  const { error, data } = z.safeParse(schema, given);
  if (!error) return { query: data, dropped: [] };
  const wrong = new Set(error.issues.map(({ path: [name] }) => String(name)));
  const right = Object.entries(given).filter(([name]) => !wrong.has(name));
  return { query: z.parse(schema, Object.fromEntries(right)), dropped: [...wrong] };
}
