import type { ListQuery } from '#lib/contract/pagination.ts';

import { lowestIdAt } from './new-id.ts';

/** Requests one row more than a page has, to find out whether there is a next page. */
export const withLookahead = (list: ListQuery): ListQuery => ({ ...list, limit: list.limit + 1 });

// The tolerated difference between the clocks of two servers (platform/clock/clock-guard.ts).
const MAX_SKEW_MS = 5 * 60_000;

/** @returns an id above all ids up to now, but below those that a wrong clock dated in the future */
export const idOfNow = (now: number): string =>
  // Ids contain the time of this machine.
  lowestIdAt(Math.max(now, Date.now()) + MAX_SKEW_MS);

/**
 * Like `withLookahead`, for a list with the newest first: rows dated in the future are left out until their time
 * comes.
 */
export const fromNow = ({ now }: { now: () => number }, list: ListQuery): ListQuery =>
  withLookahead({ ...list, cursor: list.cursor ?? idOfNow(now()) });

/**
 * Cuts the rows of `withLookahead` to a page.
 * @param keyOf the sort key, which is the cursor
 * @returns the page, and the next cursor or null
 */
export function toPage<T>(rows: T[], limit: number, keyOf: (row: T) => string) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? keyOf(last) : null };
}

/** Reads a whole list whose cursors are ids, in batches. */
export async function* readBatches<Row extends { id: string }>(
  limit: number,
  load: (list: ListQuery) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let cursor: string | null = null;
  do {
    const rows: Row[] = await load({ cursor, limit });
    yield rows;
    cursor = rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
  } while (cursor !== null);
}
