import type { ListQuery } from '#lib/contract/pagination.ts';

import { lowestIdAt } from './new-id.ts';

/** Asks for one row more than a page has, to learn whether there is a next page. */
export const withLookahead = (list: ListQuery): ListQuery => ({ ...list, limit: list.limit + 1 });

// As far as the clocks of two servers may be apart (platform/clock/clock-guard.ts).
const MAX_SKEW_MS = 5 * 60_000;

/** @returns an id above all that have come by now: of rows that a wrong clock dated ahead, the time has not */
export const idOfNow = (now: number): string =>
  // Ids have the time of this machine.
  lowestIdAt(Math.max(now, Date.now()) + MAX_SKEW_MS);

/** As `withLookahead`, of a list that begins with the newest: what is dated ahead is not in it before its time has come. */
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

/** Reads all of a list whose cursors are ids, some rows at a time. */
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
