// Pages fit even the narrowest phone when only their text is enlarged, which changes no media query (WCAG 2.2, 1.4.4
// and 1.4.10).
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const PATHS = [
  '/',
  '/about',
  '/eduhub',
  '/exchange',
  '/exchange/impact',
  '/season',
  '/machines',
  '/forums/explore',
  '/login',
  '/join',
  '/legal-agreements/data-privacy',
  '/thank-you',
  '/unauthorized',
];
const WIDTHS = [360, 320];
// The test opens many pages.
const LONG_MS = 600_000;

/** Sets the font size in the settings of the browser, which changes media queries. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
}

/** @returns one line for each width at which a page is too wide, with the excess */
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

test('no page of guests scrolls sideways with text of 200 % @full', async ({
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

/** @returns the visible words of some elements, and which of them run over two lines */
const readWords = (selector: string) => {
  const words: { text: string; isBroken: boolean }[] = [];
  for (const cell of document.querySelectorAll(selector)) {
    const { width } = cell.getBoundingClientRect();
    if (!cell.checkVisibility({ opacityProperty: true }) || width < 2) continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
        if (node.parentElement?.closest('.visually-hidden, .label')) continue;
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
      const words = await page.evaluate(readWords, '.figures :is(th, td)');
      expect(words.length).toBeGreaterThan(20);
      const broken = words.filter(({ isBroken }) => isBroken).map(({ text }) => text);
      expect([width, size, ...broken]).toEqual([width, size]);
    }
});

const CONTROLS =
  ':is(h1, h2, h3, legend, th, label, summary, button, .button, .tag, [role=tab], nav a, .how, .request b)';

// Other tests name their posts by the time or a UUID; no phone number has that many digits.
const UNIQUE = /^(\d{13}|[\da-f]{12})$/;

/** @returns one line for each word of a heading or control that breaks on a phone, with or without text of 200 % */
async function findBroken(page: Page, name: string): Promise<string[]> {
  const broken: string[] = [];
  for (const [width, pixels] of [
    [320, 32],
    [360, 32],
    [320, 16],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await setTextSize(page, pixels);
    const words = await page.evaluate(readWords, CONTROLS);
    expect(words, name).not.toEqual([]);
    for (const { text, isBroken } of words)
      if (isBroken && !UNIQUE.test(text)) broken.push(`${name} at ${width} px: ${text}`);
  }
  await setTextSize(page, 16);
  return broken;
}

test('no heading, tab or button breaks a word with text of 200 %, also at 320 px @full', async ({
  page,
}) => {
  const broken: string[] = [];
  const look = async (path: string) => {
    await page.goto(path);
    broken.push(...(await findBroken(page, path)));
  };
  for (const path of ['/login', '/eduhub', '/accessibility']) await look(path);
  await signIn(page, 'maria');
  for (const path of ['/forums/explore', '/exchange/pickups', '/profile', '/profile/notifications'])
    await look(path);
  expect(broken).toEqual([]);
});

const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? 0;

test('from text of 150 % on, Home is below the heading of the login, and the bar shows only icons', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about phones');
  const [heading, home] = [
    page.getByRole('heading', { name: 'SIGN IN' }),
    page.getByRole('main').getByRole('link', { name: 'Home' }),
  ];
  await page.goto('/login');
  expect(await topOf(home)).toBeLessThanOrEqual(await topOf(heading));
  for (const pixels of [24, 32]) {
    await setTextSize(page, pixels);
    expect(await topOf(home)).toBeGreaterThan(await topOf(heading));
  }
  await setTextSize(page, 16);
  await signIn(page, 'tess');
  await page.goto('/eduhub');
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  const size = () => bar.locator('.label').first().boundingBox();
  expect((await size())?.width).toBeGreaterThan(30);
  for (const pixels of [24, 32]) {
    await setTextSize(page, pixels);
    expect((await size())?.width).toBeLessThan(2);
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(pixels * 3);
    for (const name of [/^Explore/, /^Exchange/, 'Post', 'EduHub', 'Me'])
      await expect(bar.getByRole('link', { name })).toBeVisible();
  }
});

test('however text is enlarged, the bar shows only icons, and a town’s chip is whole', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'it is about phones');
  await signIn(page, 'maria');
  await page.goto('/exchange');
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  const label = bar.locator('.label').first();
  const town = page.getByRole('button', { name: /town, distance and more$/ });
  await expect(town).toBeVisible();
  for (const width of WIDTHS)
    for (const size of ['150%', '200%']) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((value) => (document.documentElement.style.fontSize = value), size);
      expect((await label.boundingBox())?.width, `${width} px, ${size}`).toBeLessThan(2);
      expect((await bar.boundingBox())?.height).toBeLessThan(90);
      for (const name of [/^Explore/, /^Exchange/, 'Post', 'EduHub', 'Me'])
        await expect(bar.getByRole('link', { name })).toBeVisible();
      const { x = 0, width: whole = 0 } = (await town.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + whole).toBeLessThanOrEqual(width);
      expect(
        await town.evaluate((chip) => chip.scrollWidth - chip.clientWidth),
      ).toBeLessThanOrEqual(0);
    }
});

for (const [who, { member, screens }] of Object.entries(SCREENS))
  test(
    `no heading or control that ${who} see breaks a word with text of 200 %`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      test.setTimeout(LONG_MS);
      allowBrowserErrors(ERROR_PAGES);
      if (member) await signIn(page, member);
      const broken: string[] = [];
      for (const screen of screens) {
        await page.setViewportSize({ width: 360, height: 740 });
        await openScreen(page, screen);
        broken.push(...(await findBroken(page, screen.name)));
      }
      expect(broken).toEqual([]);
    },
  );

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
