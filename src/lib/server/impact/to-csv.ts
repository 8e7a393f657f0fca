import type { Impact } from '#lib/contract/impact.ts';
import { materialName } from '#lib/contract/listing-choices.ts';
import { isMaterial } from '#lib/contract/materials.ts';
import { toCsvHead, toCsvLine } from '#lib/server/csv.ts';
import { findTown } from '#lib/server/towns/towns.ts';

/** The names of a key. A code is beside them: a spreadsheet drops its first zero. */
const NAMES: Record<string, (key: string) => [name: string, province: string]> = {
  material: (key) => [isMaterial(key) ? materialName(key) : key, ''],
  town: (key) => {
    const town = findTown(key);
    return [town?.name ?? key, town?.province ?? ''];
  },
  month: (key) => [key, ''],
};

/** @returns the rows of all three tables, for spreadsheets */
export function toCsv({ materials, towns, months }: Impact): string {
  const rows = Object.entries({ material: materials, town: towns, month: months }).flatMap(
    ([by, all]) =>
      all.map(({ key, kg, pickups }) => {
        const [name = key, province = ''] = NAMES[by]?.(key) ?? [];
        return toCsvLine([by, name, province, kg, pickups, key]);
      }),
  );
  return toCsvHead(['by', 'name', 'province', 'kg', 'pickups', 'key']) + rows.join('');
}
