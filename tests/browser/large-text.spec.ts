// Pages fit a phone, also the narrowest, when only their text is enlarged, which changes no media query (WCAG 2.2, 1.4.4
// and 1.4.10).
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser-fixtures.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/screens/open-screen.ts';
import { signIn } from '#tests/support/sign-in.ts';

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
