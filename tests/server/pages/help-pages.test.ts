// The help pages: all texts exist in both languages, and each question is linked from where it arises.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { HELP_PATH, HELP_QUESTIONS, helpPath } from '#lib/contract/app/help.ts';
import { OFFLINE_HEADER } from '#lib/contract/offline.ts';
import { DESK_CODE_PATH, PHONE_LOGIN_PATH } from '#lib/contract/paths.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();
const root = resolve(import.meta.dirname, '../../..');

const get = (path: string) => fetch(originOf(shared()) + path, { redirect: 'manual' });

async function read(path: string): Promise<string> {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, 200]);
  // Guests can read it again without a signal.
  expect(response.headers.get(OFFLINE_HEADER)).not.toBeNull();
  return response.text();
}

/** @returns the main part of a page */
const mainOf = (html: string): string => /<main[^>]*>([^]*)<\/main>/.exec(html)?.[1] ?? '';
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ');
const headingOf = (html: string): string =>
  textOf(/<h1[^>]*>([^]*?)<\/h1>/.exec(html)?.[1] ?? '').trim();
const linksOf = (html: string): string[] =>
  Array.from(html.matchAll(/href="(\/[^"#]*)/g), ([, href = '']) => href);
/** The paragraphs between the heading and the other questions. */
const paragraphsOf = (html: string): string => /<\/h1>([^]*?)<nav/.exec(mainOf(html))?.[1] ?? '';

test.each(HELP_QUESTIONS)(
  '%s has a short text in both languages, and working links',
  async (question) => {
    const [english, filipino] = [
      await read(helpPath(question)),
      await read(`${helpPath(question)}?lang=fil`),
    ];
    expect(headingOf(filipino)).not.toBe(headingOf(english));
    for (const html of [english, filipino]) {
      const text = textOf(paragraphsOf(html));
      const words = text.match(/\S+/g) ?? [];
      expect(words.length).toBeGreaterThanOrEqual(40);
      expect(words.length).toBeLessThanOrEqual(160);
      expect(text).not.toMatch(/[{}<>]|undefined/);
      expect(html).toMatch(/<meta name="description" content="[^"]{40,}/);
      for (const link of linksOf(paragraphsOf(html)))
        expect([link, (await get(link)).status < 400]).toEqual([link, true]);
    }
  },
);

test('members who log in with a phone number learn there of the code of staff', async () => {
  const login = await (await get(PHONE_LOGIN_PATH)).text();
  expect(linksOf(mainOf(login))).toContain(helpPath('password'));
  expect(linksOf(paragraphsOf(await read(helpPath('password'))))).toContain(DESK_CODE_PATH);
});

test('the list has every question, and a search finds those with its words', async () => {
  const all = linksOf(mainOf(await read(HELP_PATH)));
  expect(all).toEqual(expect.arrayContaining(HELP_QUESTIONS.map(helpPath)));
  const response = await get(`${HELP_PATH}?search=bundle`);
  const found = linksOf(mainOf(await response.text()));
  expect(found).toContain(helpPath('weight'));
  expect(found).not.toContain(helpPath('delete'));
  expect((await get(`${HELP_PATH}/nothing`)).status).toBe(404);
});

test('every question is linked from outside the list, too', () => {
  const files = globSync('src/{pages,layouts,islands}/**/*.{astro,tsx}', { cwd: root });
  const sources = files
    .filter((file) => !file.includes('/help/'))
    .map((file) => readFileSync(resolve(root, file), 'utf8'))
    .join('\n');
  const isLinked = (question: string) =>
    RegExp(`<HelpLink question=(?:"|\\{[^}]*')${question}['"]|helpPath\\('${question}'\\)`).test(
      sources,
    );
  expect(HELP_QUESTIONS.filter((question) => !isLinked(question))).toEqual([]);
});
