// What the forms of listings offer. Without Zod.
import { materialLabel } from './material-names.ts';
import { type MaterialKey, MATERIALS } from './materials.ts';
import data from './towns.json' with { type: 'json' };

/** What a field of a form may be. */
export interface Choice {
  value: string;
  name: string;
}

const byName = (a: string, b: string): number => a.localeCompare(b, 'en');

/** @returns the name of a material, capitalized */
export function materialName(key: MaterialKey): string {
  const label = materialLabel(key);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const COUNT = new Intl.NumberFormat('en-PH');

/** @returns `120 bundles`, `1 bale`, `20 kg` */
export const amountText = (count: number, unit: string): string =>
  `${COUNT.format(count)} ${unit === 'kg' || count === 1 ? unit : `${unit}s`}`;

/** Materials, by name. */
export const materialChoices = (): Choice[] =>
  MATERIALS.map((key) => ({ value: key, name: materialName(key) })).toSorted((a, b) =>
    byName(a.name, b.name),
  );

/** Towns by name, of each province; the provinces by name. */
export const townChoices = (): [province: string, towns: Choice[]][] =>
  Object.entries(data.provinces)
    .map(([province, rows]): [string, Choice[]] => [
      province,
      rows
        .map(([value, name]) => ({ value: String(value), name: String(name) }))
        .toSorted((a, b) => byName(a.name, b.name)),
    ])
    .toSorted(([a], [b]) => byName(a, b));
