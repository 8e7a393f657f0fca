import { MATERIALS } from '#lib/contract/materials.ts';
import { listTowns } from '#lib/server/towns/towns.ts';

import { materialName } from './listing-facts.ts';

/** What a field of a form may be. */
export interface Choice {
  value: string;
  name: string;
}

const byName = (a: Choice, b: Choice): number => a.name.localeCompare(b.name, 'en');

/** Materials, by name. */
export const MATERIAL_CHOICES: Choice[] = MATERIALS.map((key) => ({
  value: key,
  name: materialName(key),
})).toSorted(byName);

/** Towns by name, of each province; the provinces by name. */
export const TOWN_CHOICES: [province: string, towns: Choice[]][] = [
  ...Map.groupBy(listTowns(), ({ province }) => province),
]
  .map(([province, towns]): [string, Choice[]] => [
    province,
    towns.map(({ code, name }) => ({ value: code, name })).toSorted(byName),
  ])
  .toSorted(([a], [b]) => a.localeCompare(b, 'en'));
