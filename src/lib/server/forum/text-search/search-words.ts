import { toPlainApostrophes } from '#lib/contract/people/names.ts';

export interface SearchWord {
  /** lower case, without accents; matches prefixes of names */
  word: string;
  /** a single letter before an apostrophe, as in `O'Brien` */
  head?: string;
  /** prefixes to find in posts and resources: the word, its plural or singular, and other spellings */
  forms: string[];
  /** the word, and the word with each letter left out */
  deletions: string[];
  /** the word of a name that was probably meant, if this one is misspelled */
  spelling?: string;
}

// More words take time without improving the result.
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 64;
// Shorter words are one letter away from too many names.
const MIN_FUZZY_LENGTH = 3;
// In texts, shorter words are one letter away from other words.
const EDITABLE = /^[a-z]{5,16}$/;
const TERM = /^[a-z]{4,24}$/;
// Limits the work per text.
const MAX_TERMS = 500;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
// The first words are within this length.
const MAX_TEXT_LENGTH = 2000;

// Only for Latin letters: in other scripts a mark makes another letter, and FTS5 keeps it.
const ACCENTS = /(?<=[a-z])[\u0300-\u036f]+/gi;
// Letters and digits of all scripts, without numeral signs and the few that FTS5 splits.
const OTHERS = String.raw`[\u19b0-\u19c9\u1cf2\u1cf3\u2000-\u2bff]`;
const LETTER = String.raw`[\p{L}--${OTHERS}]`;
const WORD = String.raw`[[\p{L}\p{N}]--${OTHERS}]+`;
const WORDS = new RegExp(WORD, 'gv');
// `O'Brien` is one word, and `farmer's` the same word as without its `'s`.
const SEARCHED = new RegExp(
  `(?:(?<head>${LETTER})')?(?<word>${WORD})(?:'${LETTER}(?!${WORD}))?`,
  'gv',
);

function deletionsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < MIN_FUZZY_LENGTH) return [];
  return [word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))];
}

/** @returns all texts that are one edit away: a letter missing, added, wrong, or swapped with the next */
export function editsOf(word: string): string[] {
  if (!EDITABLE.test(word)) return [];
  return Array.from({ length: word.length + 1 }, (_, at) => {
    const [head, first = '', tail] = [word.slice(0, at), word[at], word.slice(at + 1)];
    const swapped = head + tail.charAt(0) + first + tail.slice(1);
    const others = LETTERS.flatMap((letter) => [
      head + letter + first + tail,
      head + letter + tail,
    ]);
    return [head + tail, swapped, ...others];
  }).flat();
}

const normalize = (text: string) =>
  text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase();

/** @returns the words of a text: lower case, without accents */
export const wordsOf = (text: string): string[] => normalize(text).match(WORDS) ?? [];

/** @returns the Latin words of a text without duplicates, and without the shortest and longest */
export function parseTerms(text: string): string[] {
  const words = wordsOf(text);
  return [...new Set(words.filter((word) => TERM.test(word)))].slice(0, MAX_TERMS);
}

// Forms are prefixes, so that `straw` also finds `straws`.
const PLURALS: [RegExp, string][] = [
  [/(?<=...)ies$/, 'y'],
  [/(?<=..)ves$/, 'f'],
  [/(?<=..(?:s|x|z|ch|sh|o))es$/, ''],
  [/(?<=..[^aeious])s$|(?<=..[aeo])s$/, ''],
];
const SINGULARS: [RegExp, string][] = [
  [/(?<=..[^aeiou])y$/, 'ies'],
  [/(?<=^(?:cal|hal|kni|lea|li|loa|shel|wi))fe?$/, 'ves'],
];

/** Pairs of American and British spellings (`color`, `colour`). */
const SPELLINGS: [RegExp, string][] = [
  [/(?<=...[iy])z(?=e|ing|ation|$)/, 's'],
  [/(?<=...[iy])s(?=e|ing|ation|$)/, 'z'],
  [/(?<=^(?:col|behavi|fav|flav|harb|hum|lab|neighb|od|vap))or/, 'our'],
  [/(?<=^(?:col|behavi|fav|flav|harb|hum|lab|neighb|od|vap))our/, 'or'],
  [/(?<=^(?:cent|fib|lit|(?:kilo|centi|milli)?met))er/, 're'],
  [/(?<=^(?:cent|fib|lit|(?:kilo|centi|milli)?met))re/, 'er'],
  [/^(m|sm)old/, '$1ould'],
  [/^(m|sm)ould/, '$1old'],
  [/^tire/, 'tyre'],
  [/^tyre/, 'tire'],
  [/^plow/, 'plough'],
  [/^plough/, 'plow'],
  [/^gray/, 'grey'],
  [/^grey/, 'gray'],
  [/^sulf/, 'sulph'],
  [/^sulph/, 'sulf'],
  [/^aluminum/, 'aluminium'],
  [/^aluminium/, 'aluminum'],
];

const variants = (word: string, rules: [RegExp, string][]): string[] =>
  rules.filter(([pattern]) => pattern.test(word)).map(([pattern, by]) => word.replace(pattern, by));

/**
 * The prefixes by which a search word is found: the word, its singular or plural, and its other spellings.
 * @param word lower case, without accents
 */
export function formsOf(word: string): string[] {
  const numbers = [word, ...variants(word, PLURALS), ...variants(word, SINGULARS)];
  const spelled = numbers.flatMap((form) => variants(form, SPELLINGS));
  const all = [...new Set([...numbers, ...spelled])];
  // A form with another form as its prefix finds nothing more.
  return all.filter((form) => !all.some((other) => other !== form && form.startsWith(other)));
}

/**
 * The forms of a whole word in a name: its plural and spellings, and in Tagalog its form with a linker.
 * @param word lower case, without accents, in the singular
 */
export function wholeFormsOf(word: string): string[] {
  const plural = /(?:s|x|ch|sh|o)$/.test(word) ? `${word}es` : `${word}s`;
  const linked = /[aeiou]$/.test(word) ? [`${word}ng`] : [];
  const numbers = [word, plural, ...linked, ...variants(word, SINGULARS)];
  return [...new Set([...numbers, ...numbers.flatMap((form) => variants(form, SPELLINGS))])];
}

/**
 * Splits a search into words: lower case, without accents.
 * @returns at most 8 words, without duplicates
 */
export function parseSearchWords(text: string): SearchWord[] {
  const plain = normalize(toPlainApostrophes(text.slice(0, MAX_TEXT_LENGTH)));
  const words = new Map(
    plain.matchAll(SEARCHED).map(([typed, head, word = '']) => [typed, { head, word }] as const),
  );
  return [...words.values()].slice(0, MAX_WORDS).map(({ head, word: whole }) => {
    const word = whole.slice(0, MAX_WORD_LENGTH);
    const deletions = deletionsOf(word);
    if (!head) return { word, forms: formsOf(word), deletions };
    const both = [...deletions, ...deletionsOf(head + word)];
    return { word, head, forms: formsOf(word), deletions: both };
  });
}

/**
 * @returns the condition for a word after a single letter and an apostrophe; also matches text without the apostrophe
 */
const withHead = (head: string | undefined, prefix: string): Expression =>
  head === undefined
    ? prefixTerm(prefix)
    : anyOf([allOf([exactTerm(head), prefixTerm(prefix)]), prefixTerm(head + prefix)]);

/** Matches any form of a word, as a prefix. */
export const typedWord = ({ head, forms }: SearchWord): Expression =>
  anyOf(forms.map((form) => withHead(head, form)));

/** Matches all words of a name, as prefixes. */
export const typedName = (words: SearchWord[]): Expression =>
  allOf(words.map(({ head, word }) => withHead(head, word)));

/** A required word, or prefix of a word. Lower case, without accents and punctuation. */
interface Term {
  term: string;
  isPrefix: boolean;
}

/** A condition on a text, which each database translates into its own query language. */
export type Expression = Term | { all: Expression[] } | { any: Expression[] };

/** A condition on posts, and one that they must not meet. */
export interface TextQuery {
  match: Expression;
  not: Expression | null;
}

export const exactTerm = (term: string): Expression => ({ term, isPrefix: false });
export const prefixTerm = (term: string): Expression => ({ term, isPrefix: true });

/** Each lookup takes time. */
const unique = (parts: Expression[]): Expression[] => [
  ...new Map(parts.map((part) => [JSON.stringify(part), part])).values(),
];

const single = (parts: Expression[], combined: Expression): Expression =>
  parts.length === 1 && parts[0] ? parts[0] : combined;

/** @param parts at least one */
export function allOf(parts: Expression[]): Expression {
  const different = unique(parts);
  return single(different, { all: different });
}

/** @param parts at least one */
export function anyOf(parts: Expression[]): Expression {
  const different = unique(parts.flatMap((part) => ('any' in part ? part.any : part)));
  return single(different, { any: different });
}

/** Whether a text meets a condition, as a database decides. @param terms the text's words */
export function isMetBy(expression: Expression, terms: string[]): boolean {
  if ('all' in expression) return expression.all.every((part) => isMetBy(part, terms));
  if ('any' in expression) return expression.any.some((part) => isMetBy(part, terms));
  const { term, isPrefix } = expression;
  return terms.some((each) => (isPrefix ? each.startsWith(term) : each === term));
}

/** A database's notation of expressions. */
interface Syntax {
  term: (term: Term) => string;
  and: string;
  or: string;
  not: string;
}

/** @returns the expression in a database's notation */
export function writeExpression(expression: Expression, syntax: Syntax): string {
  if ('term' in expression) return syntax.term(expression);
  const parts = 'all' in expression ? expression.all : expression.any;
  const operator = 'all' in expression ? syntax.and : syntax.or;
  return `(${parts.map((part) => writeExpression(part, syntax)).join(operator)})`;
}

/** @returns the query in a database's notation */
export function writeQuery({ match, not }: TextQuery, syntax: Syntax): string {
  const written = writeExpression(match, syntax);
  return not ? `(${written}${syntax.not}${writeExpression(not, syntax)})` : written;
}
