import { AsyncLocalStorage } from 'node:async_hooks';

import { catalogues } from './catalogues.ts';
import { PSEUDO, SOURCE } from './codes.ts';
import type en from './en.json';
import { formatMessage } from './format-message.ts';
import type { MessageParams } from './message-params.ts';
import { type Part, parseMessage } from './parse-message.ts';
import { toPseudo } from './pseudo.ts';

/** The key of a message. */
export type MessageKey = keyof typeof en;

type Arguments<Key> = Key extends keyof MessageParams ? [values: MessageParams[Key]] : [];

const current = new AsyncLocalStorage<string>();

/** @returns the language of the request, or of the reader that a text is for */
export const currentLanguage = (): string => current.getStore() ?? SOURCE;

/** Runs what makes texts for someone who reads a language. */
export const runInLanguage = <T>(language: string, work: () => T): T =>
  language === currentLanguage() ? work() : current.run(language, work);

/** The locales that English texts are formatted in. */
export type EnglishLocale = 'en' | 'en-GB' | 'en-PH';

/**
 * @param language as `currentLanguage`
 * @param english the locale of the same format in English
 * @returns the locales for `Intl`: one that a browser does not know is formatted as in Filipino, and the language of tests
 *   as in one without Latin letters
 */
export function localesOf(language: string, english: EnglishLocale): string | string[] {
  if (language === SOURCE) return english;
  return language === PSEUDO ? 'ja' : [`${language}-PH`, 'fil-PH'];
}

/** @returns `localesOf` the language of the request; scripts have those of their page */
export const intlLocales = (english: EnglishLocale): string | string[] =>
  localesOf(currentLanguage(), english);

const parsed = new Map<string, Map<string, Part[] | string>>();

function parseFor(language: string, key: string): Part[] | string {
  const source = catalogues[SOURCE]?.[key] ?? key;
  if (language === PSEUDO) return toPseudo(parseMessage(source, SOURCE));
  const text = catalogues[language]?.[key];
  const parts = parseMessage(text || source, text ? language : SOURCE);
  const [only = ''] = parts;
  return parts.length < 2 && typeof only === 'string' ? only : parts;
}

function find(language: string, key: string): Part[] | string {
  let messages = parsed.get(language);
  if (!messages) parsed.set(language, (messages = new Map()));
  let message = messages.get(key);
  if (message === undefined) messages.set(key, (message = parseFor(language, key)));
  return message;
}

/**
 * The text of a message, in the language of the request. Scripts of pages have the texts of one language in them:
 * scripts/build/message-scripts.ts puts them in the place of each call, so that its key is written there.
 * @param values what the message shows
 */
export function t<Key extends MessageKey>(key: Key, ...[values]: Arguments<Key>): string {
  const language = currentLanguage();
  const message = find(language, key);
  return typeof message === 'string' ? message : formatMessage(message, values ?? {}, language);
}
