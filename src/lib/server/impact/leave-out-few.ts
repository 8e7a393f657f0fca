import type { ImpactRow } from '#lib/contract/impact.ts';

// Fewer could be about one member.
export const LEAST = 3;

const countPickups = (rows: ImpactRow[]): number =>
  rows.reduce((sum, { pickups }) => sum + pickups, 0);

/**
 * Leaves out the rows that fewer than three pick-ups stand behind. As all tables have the same total, what is left out of
 * one of them can be computed from another: so that this is no figure of fewer than three either, the next larger rows
 * are left out, too.
 */
export function leaveOutFew(rows: ImpactRow[]): ImpactRow[] {
  const shown = rows
    .filter(({ pickups }) => pickups >= LEAST)
    .toSorted((a, b) => b.pickups - a.pickups);
  let hidden = countPickups(rows) - countPickups(shown);
  while (hidden > 0 && hidden < LEAST && shown.length > 0) hidden += shown.pop()?.pickups ?? 0;
  return shown;
}
