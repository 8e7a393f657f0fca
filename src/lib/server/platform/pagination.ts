import type { ListQuery } from '#lib/contract/pagination.ts';

/** Asks for one row more than a page has, to learn whether there is a next page. */
export const withLookahead = (list: ListQuery): ListQuery => ({ ...list, limit: list.limit + 1 });

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
