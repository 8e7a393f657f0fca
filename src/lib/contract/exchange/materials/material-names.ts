// The names are data: speakers of a language add theirs to the file, not to the code.
import { currentLanguage } from '#lib/messages/t.ts';

import names from './material-names.json' with { type: 'json' };
import { type MaterialKey, MATERIALS } from './materials.ts';

/** English, Filipino, Kapampangan, Ilocano; languages without a known name are left out. */
type Names = Record<'en', string[]> & Partial<Record<'fil' | 'pam' | 'ilo', string[]>>;

const NAMES: Record<MaterialKey, Names> = names;
// By language of the page.
const LABELS: Record<MaterialKey, Partial<Record<string, string[]>>> = NAMES;

const MANURES: MaterialKey[] = ['chicken-manure', 'cattle-manure', 'pig-manure', 'goat-manure'];

const FERTILIZERS: MaterialKey[] = ['compost', 'vermicast', ...MANURES, 'carbonized-rice-hull'];

/** Words that may mean several materials. */
export const AMBIGUOUS_NAMES: Record<string, MaterialKey[]> = {
  husk: ['rice-hull', 'coconut-husk'],
  shells: ['coconut-shell', 'peanut-shells'],
  hay: ['rice-straw', 'legume-hay'],
  peels: ['banana-rejects', 'cassava-peels'],
  balat: ['banana-rejects', 'cassava-peels', 'peanut-shells'],
  sapal: ['bagasse', 'copra-meal', 'soybean-pulp'],
  talbos: ['sugarcane-tops', 'sweet-potato-vines'],
  manure: MANURES,
  dung: MANURES,
  dumi: MANURES,
  takla: MANURES,
  takki: MANURES,
  fertilizer: FERTILIZERS,
  fertiliser: FERTILIZERS,
  pataba: FERTILIZERS,
  abono: FERTILIZERS,
};

// The rest of a longer text is ignored, to bound the work.
const MAX_TEXT_LENGTH = 2000;
const CONNECTING_WORDS = new Set(
  'a an and of for the from ng nang na sa at nga ti iti ning'.split(' '),
);
const MIN_PLURAL_LENGTH = 4;

/** Removes English plurals. Words of other languages that end in s lose it too, in names and texts alike. */
function toSingular(word: string): string {
  if (word.length < MIN_PLURAL_LENGTH) return word;
  if (word === 'leaves') return 'leaf';
  if (word.endsWith('ies')) return `${word.slice(0, -'ies'.length)}y`;
  if (/(?:ch|sh|x|ss|o)es$/.test(word)) return word.slice(0, -'es'.length);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** @returns the words in lower case and in the singular, without accents and connecting words */
export function toNameWords(text: string): string[] {
  const plain = text
    .slice(0, MAX_TEXT_LENGTH)
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '');
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.filter((word) => !CONNECTING_WORDS.has(word)).map(toSingular);
}

/** @returns the usual name in the page's language, else in English, in lower case, as forms show it */
export const materialLabel = (key: MaterialKey): string =>
  (LABELS[key][currentLanguage()] ?? NAMES[key].en)[0] ?? key;

/** @returns the names of a material in all languages, without duplicates; the English label first */
export const materialNames = (key: MaterialKey): string[] => [
  ...new Set(Object.values(NAMES[key]).flatMap((ofLanguage) => ofLanguage ?? [])),
];

/** A name, and the materials that it may mean. */
interface NameEntry {
  name: string;
  /** its words, normalized like those of a text */
  words: string;
  keys: MaterialKey[];
}

const toEntry = (name: string, keys: MaterialKey[]): NameEntry => ({
  name,
  words: toNameWords(name).join(' '),
  keys,
});
const ambiguous = Object.entries(AMBIGUOUS_NAMES).map(([name, keys]) => toEntry(name, keys));
const unique = MATERIALS.flatMap((key) => materialNames(key).map((name) => toEntry(name, [key])));

/** All names, unambiguous ones first. */
export const NAME_ENTRIES: readonly NameEntry[] = [...unique, ...ambiguous];

const index = new Map([...ambiguous, ...unique].map(({ words, keys }) => [words, keys]));
const MAX_NAME_WORDS = Math.max(...Array.from(index.keys(), (name) => name.split(' ').length));

/** @returns the materials that have this exact name: none, one, or several for an ambiguous name */
export const materialsNamed = (name: string): MaterialKey[] =>
  index.get(toNameWords(name).join(' ')) ?? [];

/** The longest name that starts at a word: "coconut husk" is not just any husk. */
function longestNameAt(words: string[], start: number): { keys: MaterialKey[]; length: number } {
  for (let length = Math.min(MAX_NAME_WORDS, words.length - start); length > 0; length -= 1) {
    const keys = index.get(words.slice(start, start + length).join(' '));
    if (keys) return { keys, length };
  }
  return { keys: [], length: 1 };
}

/**
 * Finds the materials named in a text, in any language: `dayami`, `rice straw near Guimba`.
 * @returns in the order of the text, without duplicates; several for an ambiguous word
 */
export function findMaterials(text: string): MaterialKey[] {
  const words = toNameWords(text);
  const found = new Set<MaterialKey>();
  let start = 0;
  while (start < words.length) {
    const { keys, length } = longestNameAt(words, start);
    for (const key of keys) found.add(key);
    start += length;
  }
  return [...found];
}
