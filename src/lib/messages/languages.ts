import { type Catalogue, catalogues } from './catalogues.ts';
import { PSEUDO, SOURCE } from './codes.ts';

const ENOUGH = 0.95;
// Until every sentence of the site is in the source, also a complete catalogue would be half a site.
const IS_SOURCE_WHOLE = false;

/** @returns which part of the source's texts a catalogue has */
function completenessOf(catalogue: Catalogue, source: Catalogue): number {
  const keys = Object.keys(source);
  return keys.filter((key) => catalogue[key]).length / keys.length;
}

/**
 * @param all the catalogues, by language
 * @param tested languages that tests see although they are not offered
 * @param isWhole whether the source has every sentence
 * @returns the languages that people can choose: the source first, then each whose catalogue is nearly complete
 */
export function offeredLanguages(
  all: Readonly<Record<string, Catalogue>>,
  tested: string[] = [],
  isWhole = IS_SOURCE_WHOLE,
): string[] {
  const source = all[SOURCE] ?? {};
  const isOffered = (language: string) =>
    tested.includes(language) || (isWhole && completenessOf(all[language] ?? {}, source) >= ENOUGH);
  const others = [...Object.keys(all), PSEUDO].filter((each) => each !== SOURCE);
  return [SOURCE, ...others.filter(isOffered)];
}

/** @returns the languages of a server: tests name further ones, which are no setting of operators */
export const languagesOf = (env: Readonly<Record<string, string | undefined>>): string[] =>
  offeredLanguages(catalogues, env['TEST_LANGUAGES']?.split(','));

/** What a request says of its language. */
export interface LanguageWishes {
  /** path and query, or the whole URL */
  url?: string | undefined;
  /** the Cookie header */
  cookie?: string | undefined;
  /** the Accept-Language header */
  accept?: string | undefined;
}

const weightOf = (range: string): number => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1);

/** @returns the languages of an Accept-Language header, the most wanted first */
const acceptedIn = (header: string): string[] =>
  header
    .split(',')
    .filter((range) => weightOf(range) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .map((range) => range.split(';', 1)[0]?.trim() ?? '');

// Browsers still name Filipino by its old code.
const OLD_CODES: Record<string, string> = { tl: 'fil' };

function findOffered(wish: string, offered: string[]): string | undefined {
  const [base = ''] = wish.toLowerCase().split('-', 1);
  const find = (code: string) => offered.find((language) => language.toLowerCase() === code);
  return find(wish.toLowerCase()) ?? find(OLD_CODES[base] ?? base);
}

/**
 * @param offered as `offeredLanguages`
 * @returns the language of a response: what the address says, else what was chosen, else what the browser prefers
 */
export function chooseLanguage(offered: string[], { url, cookie, accept }: LanguageWishes): string {
  if (offered.length === 1) return SOURCE;
  const inUrl = /[?&]lang=([\w-]+)/.exec(url ?? '')?.[1];
  const inCookie = /(?:^|;\s*)lang=([\w-]+)/.exec(cookie ?? '')?.[1];
  const wishes = [inUrl ?? '', inCookie ?? '', ...acceptedIn(accept ?? '')];
  for (const wish of wishes) {
    const found = findOffered(wish, offered);
    if (found) return found;
  }
  return SOURCE;
}
