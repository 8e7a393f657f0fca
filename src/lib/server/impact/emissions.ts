import type { Impact } from '#lib/contract/impact.ts';

// Grams of a gas for a kilogram of dry matter burnt in the field: IPCC 2006 Guidelines, volume 4, table 2.5,
// "agricultural residues". Its carbon dioxide grows again with the next crop and is not counted.
const CH4_G_PER_KG = 2.7;
const N2O_G_PER_KG = 0.07;
// Over 100 years, of carbon dioxide: IPCC AR5, table 8.A.1.
const CH4_GWP = 28;
const N2O_GWP = 265;
const GRAMS = 1000;

/** What is burnt in the field where it is not fetched. */
const BURNT = new Set(['rice-straw', 'sugarcane-tops', 'corn-stover', 'corn-cobs', 'rice-hull']);

/** What burning the handed-over crop residues would have emitted, as kilograms of carbon dioxide. */
export function avoidedEmissionsKg({ materials }: Pick<Impact, 'materials'>): number {
  const kg = materials.filter(({ key }) => BURNT.has(key)).reduce((sum, row) => sum + row.kg, 0);
  return Math.round((kg * (CH4_G_PER_KG * CH4_GWP + N2O_G_PER_KG * N2O_GWP)) / GRAMS);
}
