import type { Impact, ImpactRow } from '#lib/contract/impact.ts';
import type { Services } from '#lib/server/context.ts';

import { sumAll, sumHandedOver } from './queries.ts';

// Fewer could be about one member.
const LEAST = 3;
const TOTAL_STEP_KG = 100;

const byKg = (a: ImpactRow, b: ImpactRow) => b.kg - a.kg;
const byKey = (a: ImpactRow, b: ImpactRow) => b.key.localeCompare(a.key, 'en');

/** What was handed over, by material and town the most first, by month the newest first. */
export async function getImpact({ db }: Services): Promise<Impact> {
  const [total, materials, towns, months] = await Promise.all([
    sumAll(db),
    sumHandedOver(db, 'material', LEAST),
    sumHandedOver(db, 'town', LEAST),
    sumHandedOver(db, 'month', LEAST),
  ]);
  return {
    kg: total.pickups < LEAST ? null : Math.round(total.kg / TOTAL_STEP_KG) * TOTAL_STEP_KG,
    materials: materials.toSorted(byKg),
    towns: towns.toSorted(byKg),
    months: months.toSorted(byKey),
  };
}
