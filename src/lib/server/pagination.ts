import type { ListQuery } from '#lib/contract/pagination.ts';

/** @returns the query of one row more than a page shows, which tells whether there is a next page */
export const withLookahead = (list: ListQuery): ListQuery => ({ ...list, limit: list.limit + 1 });

/**
 * Cuts what `oneMore` gave to a page.
 * @param limit rows a page
 * @param keyOf the key a list is ordered by, of its last row the cursor
 * @returns the page's rows, and the cursor of the next or null at the end
 */
export function toPage<T>(rows: T[], limit: number, keyOf: (row: T) => string) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { shown: items, nextCursor: rows.length > limit && last ? keyOf(last) : null };
}
