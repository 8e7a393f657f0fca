// Texts in the test language, and a search for untranslated ones.
import { expect } from 'vitest';

import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { materialNames } from '#lib/contract/exchange/materials/material-names.ts';
import { PSEUDO } from '#lib/messages/codes.ts';
import en from '#lib/messages/en.json' with { type: 'json' };
import { site as place } from '#lib/site.ts';
import { englishIn } from '#tests/support/browser/screens/english-words.ts';
import type { Site } from '#tests/support/site/site.ts';

import { GUIMBA } from './alerts.ts';
import { deliveredEmails, readEmail } from './emails.ts';

/** Texts that members and staff write in these tests. */
const OWN = ['Dayami', 'Palay', 'Kumusta'];
const PLACES = [place.contactEmail, place.community, place.name, place.region, townName(GUIMBA)];

/** Makes a browser request the test language. */
export function speak<B extends { cookies: Map<string, string> }>(browser: B): B {
  browser.cookies.set('lang', PSEUDO);
  return browser;
}

/** The names of people and things on a site, the longest first. */
export async function namesIn({ services: { db } }: Site): Promise<string[]> {
  const members = await db.selectFrom('members').selectAll().execute();
  const applicants = await db.selectFrom('applications').selectAll().execute();
  const posts = await db.selectFrom('posts').select('title').execute();
  const people = [...members, ...applicants].flatMap(({ email, first_name, last_name }) => [
    email,
    first_name,
    last_name,
  ]);
  const straw = materialNames('rice-straw').flatMap((name) => [
    name,
    name.charAt(0).toUpperCase() + name.slice(1),
  ]);
  return [...PLACES, ...OWN, ...people, ...posts.map(({ title }) => title), ...straw]
    .filter((name) => name !== undefined && name !== null)
    .toSorted((a, b) => b.length - a.length);
}

const plain = (text: string): string =>
  text
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/https?:\/\/\S+/g, '');

/** Sends the pending emails. @returns the lines of all emails that have an English word */
export async function englishInEmails(site: Site): Promise<string[]> {
  const emails = (await deliveredEmails(site)).map((raw) => readEmail(raw));
  expect(emails.length).toBeGreaterThan(10);
  for (const { html } of emails) expect(html).toContain(`<html lang="${PSEUDO}">`);
  const texts = emails.flatMap(({ subject, text, html }) =>
    [subject, text, html.replace(/<style>.*?<\/style>/s, '')].flatMap((part) => part.split('\n')),
  );
  return englishIn(texts.map(plain), await namesIn(site));
}

/** The message keys of an area that no test has used. */
export const unusedKeys = (used: ReadonlySet<string>, area: RegExp): string[] =>
  Object.keys(en).filter((key) => area.test(key) && !used.has(key));
