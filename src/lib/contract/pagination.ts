import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';

/** No list answers more than this many items at once (design 5). */
export const MAX_LIMIT = 50;

const LIMIT_ERROR = 'limit_out_of_range' satisfies ErrorCode;
const Limit = z.coerce
  .number(LIMIT_ERROR)
  .check(z.int(LIMIT_ERROR), z.minimum(1, LIMIT_ERROR), z.maximum(MAX_LIMIT, LIMIT_ERROR));

/** Where a list goes on (`cursor`: the last id seen, null at the start) and how many it gives at most (`limit`). */
export interface ListQuery {
  cursor: string | null;
  limit: number;
}

/**
 * The query of a list call, from the address line.
 * @param pageSize how many when nothing is said (spec 9)
 * @param pattern what a cursor looks like; most lists are ordered by id
 * @returns a schema whose output is a `ListQuery`; a cursor absent or `0` is the start (spec 9)
 */
export const listQuery = (pageSize: number, pattern?: RegExp) => {
  const error = 'invalid_cursor' satisfies ErrorCode;
  const cursor = pattern
    ? z.string().check(z.regex(pattern, error))
    : z.uuidv7(error).check(z.toLowerCase());
  return z.object({
    cursor: z.pipe(
      z.optional(z.union([z.literal(['', '0']), cursor], error)),
      z.transform((value) => (value && value !== '0' ? value : null)),
    ),
    limit: z._default(Limit, pageSize),
  });
};
