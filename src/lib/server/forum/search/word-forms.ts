// Forms are prefixes of the words to find, so that `straw` also finds `straws`.
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

/** American and British spellings, each as the other (`color`, `colour`). */
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
  // A longer form finds nothing that its prefix does not.
  return all.filter((form) => !all.some((other) => other !== form && form.startsWith(other)));
}

/**
 * The forms of a whole word of a name: its plural and spellings, and in Tagalog with what joins it to the next word.
 * @param word lower case, without accents, in the singular
 */
export function wholeFormsOf(word: string): string[] {
  const plural = /(?:s|x|ch|sh|o)$/.test(word) ? `${word}es` : `${word}s`;
  const linked = /[aeiou]$/.test(word) ? [`${word}ng`] : [];
  const numbers = [word, plural, ...linked, ...variants(word, SINGULARS)];
  return [...new Set([...numbers, ...numbers.flatMap((form) => variants(form, SPELLINGS))])];
}
