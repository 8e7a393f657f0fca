import * as z from 'zod/mini';

import { Id } from './ids.ts';

/** No list answers more than this many items at once (design 5). */
const MAX_LIMIT = 50;

const limitMessage = `Please ask for 1 to ${MAX_LIMIT} items.`;
const Limit = z.coerce
  .number({ error: limitMessage })
  .check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(MAX_LIMIT, limitMessage));

/** Where a list goes on (`cursor`: the last id seen, null at the start) and how many it gives at most (`limit`). */
export interface ListQuery {
  cursor: string | null;
  limit: number;
}

const startAgain = 'Please open the list again from its start.';

/**
 * The query of a list call, from the address line.
 * @param pageSize how many when nothing is said (spec 9)
 * @param pattern what a cursor looks like; most lists are ordered by id
 * @returns a schema whose output is a `ListQuery`; a cursor absent or `0` is the start (spec 9)
 */
export const listQuery = (pageSize: number, pattern?: RegExp) => {
  const cursor = pattern ? z.string().check(z.regex(pattern)) : Id;
  return z.object({
    cursor: z.pipe(
      z.optional(z.union([z.literal(['', '0']), cursor], { error: startAgain })),
      z.transform((value) => (value && value !== '0' ? value : null)),
    ),
    limit: z._default(Limit, pageSize),
  });
};
