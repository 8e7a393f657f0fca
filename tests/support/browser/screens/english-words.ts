// Finds in a page what is not in its language: in the language of tests, every word of plain letters. The functions run in the
// page, where nothing is imported: `IN_PAGE` has their sources.

const WORDS = /[A-Za-z]{2,}/;
// A value may be marked, too.
const MARKED = /⟦(?:[^⟦⟧]|⟦[^⟦⟧]*⟧)*⟧/g;
const ADDRESS = /\S+@\S+|https?:\S+/g;
const NAMED = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'];

/** @returns the texts of a page: what is read, names of its controls, and what shared links show */
function textsOf(skipped: string): string[] {
  const texts: string[] = [document.title];
  const left = new Set<Node>(document.querySelectorAll(`script, style, ${skipped}`));
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL, (node) =>
    left.has(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element) continue;
    if (node instanceof Text) texts.push(node.data.replaceAll(/<[^>]*>/g, ' '));
    else for (const name of NAMED) texts.push(element.getAttribute(name) ?? '');
    if (element.matches('meta[name=description], meta[property="og:title"]'))
      texts.push(element.getAttribute('content') ?? '');
  }
  return texts;
}

/** Whether a text has a word that is not in the language of tests. @param names what has the same name in every language */
function hasEnglish(text: string, names: string[]): boolean {
  const unmarked = text.replaceAll(MARKED, ' ').replaceAll(ADDRESS, ' ');
  // Most texts have none, and there are hundreds of names.
  if (!WORDS.test(unmarked)) return false;
  return WORDS.test(names.reduce((rest, name) => rest.replaceAll(name, ' '), unmarked));
}

/** @returns those texts that have an English word, each once */
export function englishIn(texts: string[], names: string[]): string[] {
  const found = texts.filter((text) => hasEnglish(text, names));
  return [...new Set(found.map((text) => text.trim().replaceAll(/\s+/g, ' ')))];
}

/**
 * @param skipped a selector of what members wrote, and of parts that are not translated yet; what it finds are names, too, as
 *   titles and labels repeat it. Read at once: a list may grow by itself.
 * @param names as `hasEnglish`
 */
const englishWords = (skipped: string, names: string[]): string[] => {
  const own = [...document.querySelectorAll(skipped)].map(({ textContent }) => textContent.trim());
  return englishIn(textsOf(skipped), [...own.filter(Boolean), ...names]);
};

/** For `addInitScript`; it defines `englishWords(skipped, names)`. */
export const IN_PAGE = [
  `const WORDS = ${WORDS}; const MARKED = ${MARKED}; const ADDRESS = ${ADDRESS}; const NAMED = ${JSON.stringify(NAMED)};`,
  textsOf,
  hasEnglish,
  englishIn,
  `globalThis.englishWords = ${String(englishWords)};`,
].join('\n');
