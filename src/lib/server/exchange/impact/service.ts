import type { Impact, ImpactRow } from '#lib/contract/exchange/impact.ts';
import { materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { isMaterial } from '#lib/contract/exchange/materials/materials.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { toCsvHead, toCsvLine } from '#lib/server/platform/csv.ts';
import { findTown } from '#lib/server/platform/towns/towns.ts';

import { sumAll, sumHandedOver } from './queries.ts';

// Grams of a gas for a kilogram of dry matter burnt in the field: IPCC 2006 Guidelines, volume 4, table 2.5,
// "agricultural residues". Its carbon dioxide grows again with the next crop and is not counted.
const CH4_G_PER_KG = 2.7;
const N2O_G_PER_KG = 0.07;
// Over 100 years, of carbon dioxide: IPCC AR5, table 8.A.1.
const CH4_GWP = 28;
const N2O_GWP = 265;
const GRAMS = 1000;

// Residues that are left in the field, and burned there if no one picks them up: the table covers only these. Hulls
// and cobs are left over at mills and shellers, where they are fuel.
const BURNT = new Set(['rice-straw', 'sugarcane-tops', 'corn-stover']);

/** The emissions of burning the field residues among the materials, in kilograms of carbon dioxide. */
export function avoidedEmissionsKg({ materials }: Pick<Impact, 'materials'>): number {
  const kg = materials.filter(({ key }) => BURNT.has(key)).reduce((sum, row) => sum + row.kg, 0);
  return Math.round((kg * (CH4_G_PER_KG * CH4_GWP + N2O_G_PER_KG * N2O_GWP)) / GRAMS);
}

// Fewer could reveal a single member.
const LEAST = 3;

const countPickups = (rows: ImpactRow[]): number =>
  rows.reduce((sum, { pickups }) => sum + pickups, 0);

/**
 * Leaves out rows with fewer than three pickups. Since all tables have the same total, the sum of these rows can be
 * computed: if it has fewer than three pickups, the smallest remaining row is left out, too.
 */
function leaveOutFew(rows: ImpactRow[]): ImpactRow[] {
  const shown = rows
    .filter(({ pickups }) => pickups >= LEAST)
    .toSorted((a, b) => b.pickups - a.pickups);
  let hidden = countPickups(rows) - countPickups(shown);
  while (hidden > 0 && hidden < LEAST && shown.length > 0) hidden += shown.pop()?.pickups ?? 0;
  return shown;
}

const TOTAL_STEP_KG = 100;

const byKg = (a: ImpactRow, b: ImpactRow) => b.kg - a.kg;
const byKey = (a: ImpactRow, b: ImpactRow) => b.key.localeCompare(a.key, 'en');

/** @returns kilograms, rounded to 100; null for fewer than three pickups */
const toTotal = ({ kg, pickups }: { kg: number; pickups: number }): number | null =>
  pickups < LEAST ? null : Math.round(kg / TOTAL_STEP_KG) * TOTAL_STEP_KG;

/** Gets the amounts handed over: by material and town, highest first, and by month, newest first. */
export async function getImpact({ db }: Services): Promise<Impact> {
  const [total, materials, towns, months] = await Promise.all([
    sumAll(db),
    sumHandedOver(db, 'material'),
    sumHandedOver(db, 'town'),
    sumHandedOver(db, 'month'),
  ]);
  return {
    kg: toTotal(total),
    materials: leaveOutFew(materials).toSorted(byKg),
    towns: leaveOutFew(towns).toSorted(byKg),
    months: leaveOutFew(months).toSorted(byKey),
  };
}

/** The names of a key. The file also has the code, since spreadsheets drop its leading zero. */
const NAMES: Record<string, (key: string) => [name: string, province: string]> = {
  material: (key) => [isMaterial(key) ? materialName(key) : key, ''],
  town: (key) => {
    const town = findTown(key);
    return [town?.name ?? key, town?.province ?? ''];
  },
  month: (key) => [key, ''],
};

/** @returns the rows of all three tables as CSV */
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
