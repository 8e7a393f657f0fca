// The browser searches these names while the member types; no request is sent.
import { type Choice, materialName } from '#lib/contract/exchange/listings/listing-choices.ts';

import { materialLabel, NAME_ENTRIES, toNameWords } from './material-names.ts';
import type { MaterialKey } from './materials.ts';

interface FoundMaterial extends Choice {
  value: MaterialKey;
  /** the name that matched, unless it is the displayed one: `dayami` */
  alias: string | null;
}

// Lower is better.
const RANK = { exact: 0, start: 1, inside: 2 } as const;

/** @returns how well the words of a name match the input, or null */
function rankOf(words: string, typed: string): number | null {
  if (words === typed) return RANK.exact;
  if (words.startsWith(typed)) return RANK.start;
  return words.includes(` ${typed}`) ? RANK.inside : null;
}

/** @returns the best matching name of each material */
function bestNames(typed: string): Map<MaterialKey, string> {
  const ranked = NAME_ENTRIES.flatMap(({ words, name, keys }) => {
    const rank = rankOf(words, typed);
    return rank === null ? [] : [{ name, keys, rank }];
  });
  const best = new Map<MaterialKey, string>();
  for (const { name, keys } of ranked.toSorted((a, b) => a.rank - b.rank))
    for (const key of keys) if (!best.has(key)) best.set(key, name);
  return best;
}

/**
 * Finds materials by the first letters of the words in a name, in any language, as in `dayami` or `rice h`.
 * @returns best first
 */
export function searchMaterials(typed: string, limit: number): FoundMaterial[] {
  const words = toNameWords(typed).join(' ');
  if (!words) return [];
  return [...bestNames(words)].slice(0, limit).map(([key, name]) => ({
    value: key,
    name: materialName(key),
    alias: name === materialLabel(key) ? null : name,
  }));
}
