// Pages fit a phone, also the narrowest, when only their text is enlarged, which changes no media query (WCAG 2.2, 1.4.4
// and 1.4.10).
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const PATHS = [
  '/',
  '/about',
  '/eduhub',
  '/exchange',
  '/exchange/impact',
  '/forums/explore',
  '/login',
  '/join',
  '/legal-agreements/data-privacy',
  '/thank-you',
  '/unauthorized',
];
const WIDTHS = [360, 320];
// Many pages.
const LONG_MS = 600_000;

/** @returns by how much a page is too wide at each width, a line each */
async function findWide(page: Page, name: string): Promise<string[]> {
  const wide: string[] = [];
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (excess > 0) wide.push(`${name} at ${width} px: ${excess} px too wide`);
  }
  return wide;
}

test('no page of guests scrolls sideways with text of 200 %', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(ERROR_PAGES);
  const wide: string[] = [];
  for (const path of PATHS) {
    await page.goto(path);
    wide.push(...(await findWide(page, path)));
  }
  expect(wide).toEqual([]);
});

/** @returns the words of a page's tables, and which of them run over two lines */
const readTableWords = () => {
  const words: { text: string; isBroken: boolean }[] = [];
  for (const cell of document.querySelectorAll('.figures :is(th, td)')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const tops = new Set(Array.from(range.getClientRects(), ({ top }) => top));
        words.push({ text, isBroken: tops.size > 1 && !text.includes('\u00AD') });
      }
  }
  return words;
};

test('no word in a table of figures breaks, also at 320 px with text of 200 %', async ({
  page,
}) => {
  await page.goto('/exchange/impact');
  for (const width of [320, 360, 640])
    for (const size of ['100%', '130%', '200%']) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
      const words = await page.evaluate(readTableWords);
      expect(words.length).toBeGreaterThan(20);
      const broken = words.filter(({ isBroken }) => isBroken).map(({ text }) => text);
      expect([width, size, ...broken]).toEqual([width, size]);
    }
});

for (const [who, { member, screens }] of Object.entries(SCREENS))
  test(
    `no page that ${who} see scrolls sideways with text of 200 %`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      test.setTimeout(LONG_MS);
      allowBrowserErrors(ERROR_PAGES);
      if (member) await signIn(page, member);
      const wide: string[] = [];
      // Dialogs scroll by themselves.
      for (const screen of screens.filter(({ open }) => !open)) {
        await openScreen(page, screen);
        wide.push(...(await findWide(page, screen.name)));
      }
      expect(wide).toEqual([]);
    },
  );
