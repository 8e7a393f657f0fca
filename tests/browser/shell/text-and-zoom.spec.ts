// Nothing is cut off, covered or lost with large text, zoom, and narrow or low screens (WCAG 2.2: 1.4.4, 1.4.10).
import type { CDPSession, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { IN_PAGE } from '#tests/support/browser/screens/layout.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const MODES = [
  { name: '320 px', width: 320, height: 640, text: 16 },
  { name: 'zoom of 400 %', width: 320, height: 200, text: 16 },
  { name: 'text of 130 %', width: 360, height: 740, text: 21 },
  { name: 'text of 200 %', width: 360, height: 740, text: 32 },
  { name: 'sideways', width: 844, height: 390, text: 16 },
];
const MINUTES = 60_000;

declare global {
  /** defined by `IN_PAGE` */
  function layoutErrors(): string[];
}

/** @returns one line for each layout error of a page in each mode */
async function findErrors(page: Page, devtools: CDPSession, screen: string): Promise<string[]> {
  const errors: string[] = [];
  for (const { name, width, height, text } of MODES) {
    await page.setViewportSize({ width, height });
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: text } });
    const found = await page.evaluate(() => globalThis.layoutErrors());
    errors.push(...found.map((each) => `${screen}, ${name}: ${each}`));
  }
  return errors;
}

for (const [who, { member, screens }] of Object.entries(SCREENS))
  test(
    `nothing ${who} see is cut off or covered`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      test.setTimeout(10 * MINUTES);
      allowBrowserErrors(ERROR_PAGES);
      await page.addInitScript({ content: IN_PAGE });
      const devtools = await page.context().newCDPSession(page);
      if (member) await signIn(page, member);
      const errors: string[] = [];
      for (const screen of screens) {
        await page.setViewportSize({ width: 360, height: 740 });
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
        await openScreen(page, screen);
        errors.push(...(await findErrors(page, devtools, screen.name)));
      }
      expect(errors).toEqual([]);
    },
  );
