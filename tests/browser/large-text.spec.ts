// Pages fit a phone when only their text is enlarged, which changes no media query (WCAG 2.2, 1.4.4).
import { expect, test } from '#tests/support/browser-fixtures.ts';
import { ERROR_PAGES } from '#tests/support/screens/open-screen.ts';

const PATHS = [
  '/',
  '/about',
  '/eduhub',
  '/exchange',
  '/forums/explore',
  '/login',
  '/join',
  '/legal-agreements/data-privacy',
  '/thank-you',
  '/unauthorized',
];

test('no page of guests scrolls sideways with text of 200 %', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(ERROR_PAGES);
  const wide: string[] = [];
  for (const path of PATHS) {
    await page.goto(path);
    const isWide = await page.evaluate(() => {
      const root = document.documentElement;
      root.style.fontSize = '200%';
      return root.scrollWidth > root.clientWidth;
    });
    if (isWide) wide.push(path);
  }
  expect(wide).toEqual([]);
});
