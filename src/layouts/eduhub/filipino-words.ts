import names from '#lib/contract/exchange/materials/material-names.json' with { type: 'json' };

/** Filipino words in English guides that are not names of listed materials. */
const OTHERS = [
  'kabuteng saging',
  'kabute',
  'saging',
  'kakawate',
  'malunggay',
  'ipil-ipil',
  'pechay',
  'kangkong',
  'kumusta',
  'salamat',
  'bayanihan',
];

const byLength = (one: string, other: string) => other.length - one.length;
const words = Object.values(names).flatMap((each) =>
  // Some Filipino names equal the English one.
  'fil' in each ? each.fil.filter((name) => name !== each.en[0]) : [],
);
// The longest name first, so that `kabuteng saging` is found whole.
const ALL = [...new Set([...words, ...OTHERS])].toSorted(byLength).join('|');
const FILIPINO = new RegExp(String.raw`(?<!\p{L})(${ALL})(?!\p{L})`, 'giu');

/** A part of a text, in one language. */
export interface TextPart {
  text: string;
  isFilipino: boolean;
}

/**
 * Finds the Filipino words of an English text, so that screen readers can pronounce them.
 * @returns the text in parts, each in one language
 */
export const splitByLanguage = (text: string): TextPart[] =>
  text
    .split(FILIPINO)
    .map((part, at) => ({ text: part, isFilipino: at % 2 === 1 }))
    .filter((part) => part.text !== '');
