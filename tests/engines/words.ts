// The texts of pages, by the keys of the catalogues.
import { expect } from 'vitest';

import { catalogues } from '#lib/messages/catalogues.ts';
import { parseMessage, type Part } from '#lib/messages/parse-message.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';

import type { Page } from './page.ts';

export const LANGUAGES = ['en', 'fil'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Say = (key: MessageKey, params?: object) => string;

/** @returns a function that returns texts of a catalogue */
export const textsOf =
  (language: Language): Say =>
  (key, params = {}) =>
    runInLanguage(language, () => (t as (name: MessageKey, given: object) => string)(key, params));

const TAG = /<\/?\w+>/g;

const patternOf = (part: Part): string => {
  if (typeof part === 'string') return RegExp.escape(part.replaceAll(TAG, ''));
  if (!('cases' in part)) return '.+';
  return `(?:${Object.values(part.cases).map(patternsOf).join('|')})`;
};
const patternsOf = (parts: Part[]): string => parts.map(patternOf).join('');

// A text with fewer letters beside its parameters may also be a name or a figure.
const FEWEST_LETTERS = 4;
const isLong = (message: string): boolean =>
  !message.includes('{') || message.replaceAll(/\{[^}]*\}|\P{L}/gu, '').length >= FEWEST_LETTERS;

/** @returns patterns for the texts of all messages in a language */
const messagesOf = (language: Language): RegExp[] =>
  Object.values(catalogues[language] ?? {})
    .filter(isLong)
    .map((message) => new RegExp(`^${patternsOf(parseMessage(message, language))}$`, 's'));

const MESSAGES = { en: messagesOf('en'), fil: messagesOf('fil') };

const isOf = (language: Language, text: string): boolean =>
  MESSAGES[language].some((each) => each.test(text));

/** Runs in the page. @returns its texts, including folded ones, and the names of its buttons */
function readTexts(): string[] {
  const LONGEST = 400;
  const texts = [document.title];
  for (const element of document.body.querySelectorAll('*:not(script, style, template)')) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    texts.push(element.getAttribute('aria-label') ?? '', element.getAttribute('placeholder') ?? '');
    texts.push(element.textContent ?? '', ...own.map(({ textContent }) => textContent ?? ''));
  }
  const trimmed = texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(trimmed)].filter((text) => /\p{L}/u.test(text) && text.length < LONGEST);
}

/** Fails if a page has a text from the catalogue of the other language. */
export async function isAllIn(page: Page, language: Language): Promise<void> {
  const texts = await page.run(readTexts);
  const other = language === 'en' ? 'fil' : 'en';
  const foreign = texts.filter((text) => isOf(other, text) && !isOf(language, text));
  expect(foreign, 'not translated').toEqual([]);
  expect(await page.run(() => document.documentElement.lang)).toBe(language);
}
