// Finds untranslated texts in a page: in the test language, every word of plain letters. The functions run in the page,
// where nothing can be imported: `IN_PAGE` has their source.

const WORDS = /[A-Za-z]{2,}/;
// Parameters may be marked too.
const MARKED = /⟦(?:[^⟦⟧]|⟦[^⟦⟧]*⟧)*⟧/g;
const ADDRESS = /\S+@\S+|https?:\S+/g;
const NAMED = ['aria-label', 'aria-description', 'alt', 'placeholder', 'title'];

/** The texts of a page: visible texts, names of controls, and the data of shared links. */
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

/** Whether a text has an untranslated word. @param names that are the same in every language */
function hasEnglish(text: string, names: string[]): boolean {
  const unmarked = text.replaceAll(MARKED, ' ').replaceAll(ADDRESS, ' ');
  // A quick check first, as most texts have none and there are hundreds of names.
  if (!WORDS.test(unmarked)) return false;
  return WORDS.test(names.reduce((rest, name) => rest.replaceAll(name, ' '), unmarked));
}

/** The distinct texts with an English word. */
export function englishIn(texts: string[], names: string[]): string[] {
  const found = texts.filter((text) => hasEnglish(text, names));
  return [...new Set(found.map((text) => text.trim().replaceAll(/\s+/g, ' ')))];
}

/**
 * @param skipped selects members' texts and parts without a translation, which also count as names, as titles and
 *   labels repeat them. Read at once, because a list may grow.
 * @param names as in `hasEnglish`
 */
const englishWords = (skipped: string, names: string[]): string[] => {
  const own = [...document.querySelectorAll(skipped)].map(({ textContent }) => textContent.trim());
  return englishIn(textsOf(skipped), [...own.filter(Boolean), ...names]);
};

/** For `addInitScript`: defines `englishWords(skipped, names)`. */
export const IN_PAGE = [
  `const WORDS = ${WORDS}; const MARKED = ${MARKED}; const ADDRESS = ${ADDRESS}; const NAMED = ${JSON.stringify(NAMED)};`,
  textsOf,
  hasEnglish,
  englishIn,
  `globalThis.englishWords = ${String(englishWords)};`,
].join('\n');
