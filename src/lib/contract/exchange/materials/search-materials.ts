// The browser searches these names in a form while one types; nothing is requested.
import { type Choice, materialName } from '#lib/contract/exchange/listing-choices.ts';

import { materialLabel, NAME_ENTRIES, toNameWords } from './material-names.ts';
import type { MaterialKey } from './materials.ts';

/** A material that is found. */
interface FoundMaterial extends Choice {
  value: MaterialKey;
  /** the name by which it is found, when it is not the one that is shown: `dayami` */
  alias: string | null;
}

// Better ones are lower.
const RANK = { exact: 0, start: 1, inside: 2 } as const;

/** @returns how well the words of a name fit what is typed, or null */
function rankOf(words: string, typed: string): number | null {
  if (words === typed) return RANK.exact;
  if (words.startsWith(typed)) return RANK.start;
  return words.includes(` ${typed}`) ? RANK.inside : null;
}

/** @returns the best name of each material that fits */
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
 * Finds materials by the first letters of a name's words, in any of the languages, as in `dayami` or `rice h`.
 * @returns the best first
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
