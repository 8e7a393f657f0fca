/**
 * The search index words of a listing `l`: its place, its material, and whether it is over. They begin with U+E000,
 * which no search contains, and which FTS5 treats as a letter. search/other-names.ts searches for these words.
 * Hyphens, which separate words, are removed from material keys.
 * @param char the SQL function that returns the character of a code point
 */
export function wordsOfListing(char: 'char' | 'chr'): string[] {
  const mark = `${char}(57344)`;
  return [
    `${mark} || 't' || l.town`,
    `${mark} || 'm' || replace(l.material, '-', '') || ${mark}`,
    `case when l.status in ('open', 'promised') then null else ${mark} || 'gone' end`,
  ];
}
