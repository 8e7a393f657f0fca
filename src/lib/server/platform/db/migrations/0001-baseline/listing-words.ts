/**
 * What the search index has of a listing `l` beside its post: where it is, what it is of, and whether it is over. U+E000
 * begins these words: no search has it, and FTS5 takes it for a letter. search/other-names.ts looks for the same words.
 * Material keys lose their hyphens, which separate words.
 * @param char the function that makes a character of its number
 */
export function wordsOfListing(char: 'char' | 'chr'): string[] {
  const mark = `${char}(57344)`;
  return [
    `${mark} || 't' || l.town`,
    `${mark} || 'm' || replace(l.material, '-', '') || ${mark}`,
    `case when l.status in ('open', 'promised') then null else ${mark} || 'gone' end`,
  ];
}
