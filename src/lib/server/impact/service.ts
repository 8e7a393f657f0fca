import type { Impact, ImpactRow } from '#lib/contract/impact.ts';
import type { Services } from '#lib/server/context.ts';

import { LEAST, leaveOutFew } from './leave-out-few.ts';
import { sumAll, sumHandedOver } from './queries.ts';

const TOTAL_STEP_KG = 100;

const byKg = (a: ImpactRow, b: ImpactRow) => b.kg - a.kg;
const byKey = (a: ImpactRow, b: ImpactRow) => b.key.localeCompare(a.key, 'en');

/** @returns kilograms, to 100; null for fewer than three pickups */
const toTotal = ({ kg, pickups }: { kg: number; pickups: number }): number | null =>
  pickups < LEAST ? null : Math.round(kg / TOTAL_STEP_KG) * TOTAL_STEP_KG;

/** What was handed over, by material and town the most first, by month the newest first. */
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
