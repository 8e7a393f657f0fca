import type { Impact } from '#lib/contract/impact.ts';
import { toCsvHead, toCsvLine } from '#lib/server/csv.ts';

/** @returns the rows of all three tables, for spreadsheets */
export function toCsv({ materials, towns, months }: Impact): string {
  const rows = Object.entries({ material: materials, town: towns, month: months }).flatMap(
    ([by, all]) => all.map(({ key, kg, pickups }) => toCsvLine([by, key, kg, pickups])),
  );
  return toCsvHead(['by', 'key', 'kg', 'pickups']) + rows.join('');
}
