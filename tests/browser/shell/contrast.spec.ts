// The contrast of each screen, measured in the browser: text 4.5:1 (large text 3:1), edges of controls, icons and focus
// rings 3:1 (WCAG 2.2: 1.4.3, 1.4.11, 2.4.7), at rest, hovered, pressed and focused, in both themes.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { IN_PAGE, type LowContrast } from '#tests/support/browser/screens/contrast.ts';
import { ForcedStates } from '#tests/support/browser/screens/forced-states.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const STATES = [
  { name: 'at rest', forced: [] },
  { name: 'hovered', forced: ['hover'] },
  { name: 'pressed', forced: ['hover', 'active'] },
  { name: 'focused', forced: ['focus', 'focus-visible'] },
];
const MINUTES = 60_000;

declare global {
  /** defined by `IN_PAGE` */
  function lowContrasts(hasFocus: boolean): LowContrast[];
}

const measure = (page: Page, hasFocus: boolean) =>
  page.evaluate((focused) => globalThis.lowContrasts(focused), hasFocus);

/** @returns one line for each place with too little contrast */
async function findLow(page: Page, screen: string): Promise<string[]> {
  const states = await ForcedStates.of(page);
  const lines: string[] = [];
  expect(await page.locator('body').innerText(), screen).not.toBe('');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const { name, forced } of STATES) {
      await states.force(...forced);
      for (const { what, ratio, needed } of await measure(page, forced.includes('focus')))
        lines.push(`${screen}, ${colorScheme}, ${name}: ${what} ${ratio} of ${needed}`);
    }
    await states.force();
  }
  await states.end();
  return [...new Set(lines)];
}

for (const [who, { member, screens }] of Object.entries(SCREENS))
  test(
    `everything ${who} see has enough contrast`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      test.setTimeout(10 * MINUTES);
      allowBrowserErrors(ERROR_PAGES);
      await page.addInitScript({ content: IN_PAGE });
      if (member) await signIn(page, member);
      const low: string[] = [];
      for (const screen of screens) {
        await openScreen(page, screen);
        low.push(...(await findLow(page, screen.name)));
      }
      expect(low).toEqual([]);
    },
  );
