import { amountText } from '#lib/contract/exchange/listings/listing-choices.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';
import { t } from '#lib/messages/t.ts';

import data from './material-weights.json' with { type: 'json' };
import { isMaterial, type MaterialKey } from './materials.ts';

type Unit = NonNullable<Listing['unit']>;

/** From a source, or an unverified estimate. */
type Weight = { kg: number; source: string } | { kg: number; estimate: boolean };

const WEIGHTS: Partial<Record<MaterialKey, Partial<Record<string, Weight>>>> = data.weights;

/** The weight of one unit of a material. */
interface UnitWeight {
  kg: number;
  /** has no source: displayed with "about" */
  isEstimate: boolean;
}

/** @returns the usual weight of a unit, or null when unknown: trucks differ too much */
export function unitWeight(material: MaterialKey, unit: string): UnitWeight | null {
  if (unit === 'kg') return { kg: 1, isEstimate: false };
  const weight = WEIGHTS[material]?.[unit];
  return weight ? { kg: weight.kg, isEstimate: 'estimate' in weight } : null;
}

/** @returns the most common unit of a material, which a form fills in: the first in the data */
export const usualUnit = (material: MaterialKey): Unit =>
  (Object.keys(WEIGHTS[material] ?? {})[0] as Unit | undefined) ?? 'kg';

/** An amount in kilograms. */
interface AmountWeight {
  kg: number;
  /** the computation: `30 bundles of about 3 kg: about 90 kg` */
  text: string;
}

const KG = new Intl.NumberFormat('en-PH');

/** @returns the weight of an amount, or null when unknown */
export function amountWeight(
  material: string | null,
  amount: number | null,
  unit: string | null,
): AmountWeight | null {
  if (material === null || amount === null || unit === null) return null;
  const weight = isMaterial(material) ? unitWeight(material, unit) : null;
  if (weight === null) return null;
  const kg = Math.max(1, Math.round(amount * weight.kg));
  const count = amountText(amount, unit);
  if (unit === 'kg') return { kg, text: count };
  const figures = { count, each: KG.format(weight.kg), kg: KG.format(kg) };
  const text = weight.isEstimate ? t('weight.of_about', figures) : t('weight.of', figures);
  return { kg, text };
}
