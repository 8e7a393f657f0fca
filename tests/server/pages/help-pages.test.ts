// The help pages: all texts exist in both languages, and each question is linked from where it arises.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { HELP_PATH, HELP_QUESTIONS, type HelpQuestion, helpPath } from '#lib/contract/app/help.ts';
import { OFFLINE_HEADER } from '#lib/contract/offline.ts';
import {
  DESK_CODE_PATH,
  MACHINES_PATH,
  PHONE_LOGIN_PATH,
  SEASON_PATH,
} from '#lib/contract/paths.ts';
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

// As a farmer types it, and the question that must be found.
const NATURAL: [words: string, question: HelpQuestion][] = [
  ['help my mother without a phone', 'look-after'],
  ['look after somebody', 'look-after'],
  ['tulungan ang magulang ko', 'look-after'],
  ['kapitbahay na walang phone', 'look-after'],
  ['every week', 'every-week'],
  ['every Tuesday', 'every-week'],
  ['linggo-linggo', 'every-week'],
  ['tuwing Martes', 'every-week'],
  ['book a baler', 'machine'],
  ['free machine', 'machine'],
  ['humiling ng makina', 'machine'],
  ['bakanteng baler', 'machine'],
  ['when is the harvest', 'weeks-ahead'],
  ['weeks ahead', 'weeks-ahead'],
  ['kailan ang ani', 'weeks-ahead'],
  ['mga darating na linggo', 'weeks-ahead'],
  ['share a truck', 'truck'],
  ['room on a truck', 'truck'],
  ['makisabay sa trak', 'truck'],
  ['code from the office', 'desk-code'],
  ['where do I type the code', 'desk-code'],
  ['code mula sa opisina', 'desk-code'],
];

test.each(NATURAL)('“%s” finds the question %s', async (words, question) => {
  for (const lang of ['en', 'fil']) {
    const response = await get(`${HELP_PATH}?${new URLSearchParams({ search: words, lang })}`);
    const found = linksOf(mainOf(await response.text())).filter((link) =>
      link.startsWith(`${HELP_PATH}/`),
    );
    if (found.length <= 3 && found.includes(helpPath(question))) return;
  }
  expect.unreachable();
});

test('a search without any match says so, and shows every question', async () => {
  const response = await get(`${HELP_PATH}?search=zzyzx`);
  const html = mainOf(await response.text());
  expect(html).toContain('role="status"');
  expect(linksOf(html)).toEqual(expect.arrayContaining(HELP_QUESTIONS.map(helpPath)));
});

test('each page about these subjects leads to its help, once', async () => {
  const pages: [string, HelpQuestion][] = [
    ['/exchange', 'cost'],
    [SEASON_PATH, 'weeks-ahead'],
    [MACHINES_PATH, 'machine'],
    [DESK_CODE_PATH, 'desk-code'],
  ];
  for (const [path, question] of pages) {
    const links = linksOf(mainOf(await (await get(path)).text()));
    const help = links.filter((link) => link.startsWith(`${HELP_PATH}/`));
    expect([path, help]).toEqual([path, [helpPath(question)]]);
  }
});

test('every question is linked from outside the list, too', () => {
  const files = globSync('src/{pages,layouts,islands}/**/*.{astro,tsx}', { cwd: root });
  const sources = files
    .filter((file) => !file.includes('/help/'))
    .map((file) => readFileSync(resolve(root, file), 'utf8'))
    .join('\n');
  const isLinked = (question: string) =>
    RegExp(`<HelpLink\\s+question=(?:"|\\{[^}]*')${question}['"]|helpPath\\('${question}'\\)`).test(
      sources,
    );
  expect(HELP_QUESTIONS.filter((question) => !isLinked(question))).toEqual([]);
});
