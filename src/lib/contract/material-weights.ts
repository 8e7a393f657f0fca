import data from './material-weights.json' with { type: 'json' };
import type { MaterialKey } from './materials.ts';

type Unit = 'kg' | 'sack' | 'bundle' | 'bale' | 'truckload' | 'piece';

/** Either has a source, or is an unchecked estimate. */
type Weight = { kg: number; source: string } | { kg: number; estimate: boolean };

const WEIGHTS: Partial<Record<MaterialKey, Partial<Record<Unit, Weight>>>> = data.weights;

/** What a unit of a material weighs. */
interface UnitWeight {
  kg: number;
  /** without a source: displayed with "about" */
  isEstimate: boolean;
}

/** @returns what a unit of a material usually weighs, or null where that is not known: trucks differ too much */
export function unitWeight(material: MaterialKey, unit: Unit): UnitWeight | null {
  if (unit === 'kg') return { kg: 1, isEstimate: false };
  const weight = WEIGHTS[material]?.[unit];
  return weight ? { kg: weight.kg, isEstimate: 'estimate' in weight } : null;
}
