import { expect, test } from 'vitest';

import { chooseLanguage, offeredLanguages } from '#lib/messages/choose-language.ts';
import { formatOf } from '#lib/messages/formats.ts';
import { currentLanguage, runInLanguage, t } from '#lib/messages/t.ts';
import { splitTags } from '#lib/messages/tags.ts';

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`a.m${nth}`, `text ${nth}`]));

test('a language is offered once it has 95 % of the texts', () => {
  const all = { en: numbered(400), ilo: numbered(380), pam: numbered(20) };
  expect(offeredLanguages(all)).toEqual(['en', 'ilo']);
  expect(offeredLanguages(all, ['pam'])).toEqual(['en', 'ilo', 'pam']);
  expect(offeredLanguages({ ...all, ilo: { ...all.ilo, 'a.m0': '' } })).toEqual(['en']);
});

const offered = ['en', 'fil', 'en-XA'];

test.each([
  [{ accept: 'fil-PH,en;q=0.8' }, 'fil'],
  [{ accept: 'tl' }, 'fil'],
  [{ accept: 'en-US,en;q=0.9,fil;q=0.8' }, 'en'],
  [{ accept: 'de, fil;q=0.5, en;q=0.2' }, 'fil'],
  [{ accept: 'fil;q=0' }, 'en'],
  [{ accept: 'en', cookie: 'theme=dark; lang=fil' }, 'fil'],
  [{ cookie: 'xlang=fil' }, 'en'],
  [{ cookie: 'lang=fil', url: '/exchange?kind=offer&lang=en' }, 'en'],
  [{ url: '/?lang=en-XA' }, 'en-XA'],
  [{ member: 'fil', cookie: 'lang=en', accept: 'en' }, 'fil'],
  [{ member: 'fil', url: '/?lang=en' }, 'en'],
  [{ member: 'xx', cookie: 'lang=fil' }, 'fil'],
  [{ member: null, cookie: 'lang=fil', accept: 'en' }, 'fil'],
  [{ url: '/?lang=xx', cookie: 'lang=fil' }, 'fil'],
  [{}, 'en'],
])('%o is read as %s', (wishes, language) => {
  expect(chooseLanguage(offered, wishes)).toBe(language);
});

test('a language that is not offered is not chosen', () => {
  expect(chooseLanguage(['en'], { url: '/?lang=fil', cookie: 'lang=fil', accept: 'fil' })).toBe(
    'en',
  );
});

const sayLater = async (language: string): Promise<string> =>
  runInLanguage(language, async () => {
    await Promise.resolve();
    return `${currentLanguage()} ${t('error.wrong_credentials')}`;
  });

test('concurrent work has separate languages, and work outside of a request English', async () => {
  expect(await Promise.all(['fil', 'en', 'en-XA', 'ilo'].map(sayLater))).toEqual([
    'fil Mali ang email o password. Subukan ulit.',
    'en Wrong email or password. Please try again.',
    expect.stringMatching(/^en-XA ⟦Ŵ.*⟧$/u),
    // A text that a language lacks is shown in the source language.
    'ilo Wrong email or password. Please try again.',
  ]);
  expect(t('auth.email')).toBe('Email');
});

const sayEmail = (): string => t('error.email_invalid');

test('the tests’ language is longer by two fifths, keeps parameters, and has no English word', () => {
  const [english, pseudo] = [sayEmail(), runInLanguage('en-XA', sayEmail)];
  expect(pseudo.length / english.length).toBeGreaterThan(1.35);
  expect(pseudo).not.toMatch(/[a-z]/i);
  expect(runInLanguage('en-XA', () => t('landing.join', { name: 'Glean' }))).toMatch(/ Glean⟧$/);
});

test('a sentence with a link is one message', () => {
  expect(splitTags('New here? <link>Join us</link>.')).toEqual([
    { text: 'New here? ' },
    { tag: 'link', text: 'Join us' },
    { text: '.' },
  ]);
});

test('a format follows the language', () => {
  const day = formatOf(
    'en-GB',
    (locales) => new Intl.DateTimeFormat(locales, { dateStyle: 'long', timeZone: 'UTC' }),
  );
  expect(day().format(0)).toBe('1 January 1970');
  expect(runInLanguage('fil', () => day().format(0))).toBe('Enero 1, 1970');
  expect(runInLanguage('en-XA', () => day().format(0))).toBe('1970年1月1日');
  const ago = formatOf('en', (locales) => new Intl.RelativeTimeFormat(locales));
  expect(runInLanguage('ilo', () => ago().format(-2, 'day'))).toBe('2 araw ang nakalipas');
});
