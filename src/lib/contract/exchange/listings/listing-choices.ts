import { materialLabel } from '#lib/contract/exchange/materials/material-names.ts';
import { type MaterialKey, MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
// The choices in the forms of listings. Without Zod.
import data from '#lib/contract/towns.json' with { type: 'json' };
import { onceForLanguage } from '#lib/messages/formats.ts';
import { t } from '#lib/messages/t.ts';

/** An option of a form field. */
export interface Choice {
  value: string;
  name: string;
}

const byName = (a: string, b: string): number => a.localeCompare(b, 'en');

export function materialName(key: MaterialKey): string {
  const label = materialLabel(key);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

const COUNT = new Intl.NumberFormat('en-PH');

/** @returns `120 bundles`, `1 bale`, `20 kg` */
export const amountText = (count: number, unit: string): string =>
  t('listing.amount', { amount: COUNT.format(count), count, unit });

/** The materials, sorted by name. */
export const materialChoices = onceForLanguage((): readonly Choice[] =>
  MATERIALS.map((key) => ({ value: key, name: materialName(key) })).toSorted((a, b) =>
    byName(a.name, b.name),
  ),
);

const TOWNS = Object.entries(data.provinces).flatMap(([province, rows]) =>
  rows.map(([code, name]) => ({ province, code: String(code), name: String(name) })),
);

const homonyms = Map.groupBy(TOWNS, ({ name }) => name);

// With its province where two towns share a name: `San Antonio, Zambales`.
const townNames = new Map(
  TOWNS.map(({ code, name, province }) => [
    code,
    (homonyms.get(name)?.length ?? 0) > 1 ? `${name}, ${province}` : name,
  ]),
);

/**
 * @param code PSGC code
 * @returns the unambiguous name of the town, which every page uses
 */
export const townName = (code: string | null | undefined): string | undefined =>
  townNames.get(code ?? '');

const shortNames = new Map(
  TOWNS.map(({ code, name }) => [code, name.replace(/^Science City of | City$/, '')]),
);

/**
 * @param code PSGC code
 * @returns the town's name where the member has chosen it: `Gapan`, `Muñoz`
 */
export const shortTownName = (code: string): string => shortNames.get(code) ?? code;

type TownChoices = readonly [province: string, towns: readonly Choice[]][];

const sortTowns = (): TownChoices =>
  [...Map.groupBy(TOWNS, ({ province }) => province)].map(
    ([province, towns]): [string, Choice[]] => [
      province,
      towns
        .map(({ code, name }) => ({ value: code, name: townName(code) ?? name }))
        .toSorted((a, b) => byName(a.name, b.name)),
    ],
  );

// Sorted at the first use: scripts of pages import this file without needing the list.
let sortedTowns: TownChoices | undefined;

/** The provinces with their towns, both sorted by name. */
export const townChoices = (): TownChoices => (sortedTowns ??= sortTowns());
