import type { ImpactRow } from '#lib/contract/impact.ts';

// Fewer could be about one member.
export const LEAST = 3;

const countPickups = (rows: ImpactRow[]): number =>
  rows.reduce((sum, { pickups }) => sum + pickups, 0);

/**
 * Omits rows with fewer than three pickups. All tables have the same total, so the sum of the omitted rows can be
 * computed: while it has fewer than three pickups, the smallest remaining row is omitted, too.
 */
export function leaveOutFew(rows: ImpactRow[]): ImpactRow[] {
  const shown = rows
    .filter(({ pickups }) => pickups >= LEAST)
    .toSorted((a, b) => b.pickups - a.pickups);
  let hidden = countPickups(rows) - countPickups(shown);
  while (hidden > 0 && hidden < LEAST && shown.length > 0) hidden += shown.pop()?.pickups ?? 0;
  return shown;
}
