import { type Catalogue, catalogues } from './catalogues.ts';
import { PSEUDO, READ_BY, SOURCE } from './codes.ts';

const ENOUGH = 0.95;
const PERCENT = 100;

/** @returns which part of the source's texts a catalogue has */
function completenessOf(catalogue: Catalogue, source: Catalogue): number {
  const keys = Object.keys(source);
  return keys.filter((key) => catalogue[key]).length / keys.length;
}

type Catalogues = Readonly<Record<string, Catalogue>>;

const complete = new WeakMap<Catalogues, string[]>();

/** @returns the languages beside the source whose catalogue is nearly complete; they are counted once */
export const completeLanguages = (all: Catalogues): string[] =>
  complete.getOrInsertComputed(all, () =>
    Object.keys(all).filter(
      (each) => each !== SOURCE && completenessOf(all[each] ?? {}, all[SOURCE] ?? {}) >= ENOUGH,
    ),
  );

/**
 * @param all the catalogues, by language
 * @param tested languages that tests see although they are not offered
 * @returns the languages that people can choose: the source first
 */
export function offeredLanguages(all: Catalogues, tested: string[] = []): string[] {
  const offered = new Set([...tested, ...completeLanguages(all)]);
  return [SOURCE, ...[...Object.keys(all), PSEUDO].filter((each) => offered.has(each))];
}

/** What `/languages` says of a language. */
export interface LanguageState {
  language: string;
  /** how much of it is there; 100 only for all */
  percent: number;
  /** who has read it, as its catalogue says */
  readBy: string | null;
}

/** @returns how far each language is that has a catalogue, the source first */
export function describeLanguages(all: Catalogues = catalogues): LanguageState[] {
  const source = all[SOURCE] ?? {};
  const names = [SOURCE, ...Object.keys(all).filter((each) => each !== SOURCE)];
  return names.map((language) => ({
    language,
    percent: Math.floor(completenessOf(all[language] ?? {}, source) * PERCENT),
    readBy: all[language]?.[READ_BY] ?? null,
  }));
}

/** @returns the languages of a server: tests name further ones, which are no setting of operators */
export const languagesOf = (env: Readonly<Record<string, string | undefined>>): string[] =>
  offeredLanguages(catalogues, env['TEST_LANGUAGES']?.split(','));

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

/** What a request says of its language. */
export interface LanguageWishes {
  /** path and query, or the whole URL */
  url?: string | undefined;
  /** that the member has chosen */
  member?: string | null | undefined;
  /** the Cookie header */
  cookie?: string | undefined;
  /** the Accept-Language header */
  accept?: string | undefined;
}

const inUrl = (url = ''): string => /[?&]lang=([\w-]+)/.exec(url)?.[1] ?? '';

/** What decides, in this order. */
const DECIDING: readonly ((wishes: LanguageWishes) => readonly string[])[] = [
  // Who followed a link to it wants it now.
  ({ url }) => [inUrl(url)],
  // The same on all of a member's devices.
  ({ member }) => [member ?? ''],
  // What was chosen on this device.
  ({ cookie }) => [/(?:^|;\s*)lang=([\w-]+)/.exec(cookie ?? '')?.[1] ?? ''],
  // What the device itself speaks.
  ({ accept }) => acceptedIn(accept ?? ''),
];

/**
 * @param offered as `offeredLanguages`
 * @returns the language of a response: the first of what decides that is offered
 */
export function chooseLanguage(offered: string[], wishes: LanguageWishes): string {
  if (offered.length === 1) return SOURCE;
  for (const decide of DECIDING)
    for (const wish of decide(wishes)) {
      const found = findOffered(wish, offered);
      if (found) return found;
    }
  return SOURCE;
}

/** @returns the language that an address asks for, if it is offered beside others */
export const languageInUrl = (offered: string[], url: string): string | undefined =>
  offered.length > 1 ? findOffered(inUrl(url), offered) : undefined;
