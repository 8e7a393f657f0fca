// With system colors (high contrast on Windows), controls have edges, states have marks, icons and bars are visible,
// and text and focus rings have enough contrast (WCAG 2.2: 1.4.1, 1.4.3, 1.4.11, 2.4.7).
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import type { LowContrast } from '#tests/support/browser/screens/contrast.ts';
import { IN_PAGE } from '#tests/support/browser/screens/forced-colors.ts';
import { ForcedStates } from '#tests/support/browser/screens/forced-states.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import type { ScreenGroup } from '#tests/support/browser/screens/screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const MINUTES = 60_000;
// Drawings use the colors of the chosen theme on any system background.
const MODES = [
  { name: 'light', colorScheme: 'light', theme: '' },
  { name: 'dark', colorScheme: 'dark', theme: '' },
  { name: 'dark, light chosen', colorScheme: 'dark', theme: 'light' },
] as const;
// One screen of each kind: market, appointment, tabs, map and bars.
const SOME = ['exchange of members', 'pickups', 'profile', 'create post, listing', 'impact'];

declare global {
  /** defined by `IN_PAGE` */
  function lostInForcedColors(): string[];
  /** defined by `IN_PAGE` */
  function lowContrasts(hasFocus: boolean): LowContrast[];
}

/** @returns one line for each element that is invisible in the page */
async function findLost(page: Page): Promise<string[]> {
  const states = await ForcedStates.of(page);
  const lost = await page.evaluate(() => globalThis.lostInForcedColors());
  const low = await page.evaluate(() => globalThis.lowContrasts(false));
  await states.force('focus', 'focus-visible');
  low.push(...(await page.evaluate(() => globalThis.lowContrasts(true))));
  await states.end();
  return [...lost, ...low.map(({ what, ratio, needed }) => `${what} ${ratio} of ${needed}`)];
}

/** @returns one line for each element that is invisible on some screens */
async function walk(page: Page, { member, screens }: ScreenGroup): Promise<string[]> {
  await page.addInitScript({ content: IN_PAGE });
  if (member) await signIn(page, member);
  const lost: string[] = [];
  for (const screen of screens) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
    await openScreen(page, screen);
    for (const { name, colorScheme, theme } of MODES) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
      lost.push(...(await findLost(page)).map((each) => `${screen.name}, ${name}: ${each}`));
    }
  }
  return [...new Set(lost)];
}

test('main screens lose nothing in the system’s own colors @full', async ({ page }) => {
  const all = Object.values(SCREENS).flatMap(({ screens }) => screens);
  const screens = SOME.map((name) => all.find((screen) => screen.name === name)!);
  expect(await walk(page, { member: 'maria', screens })).toEqual([]);
});

for (const [who, group] of Object.entries(SCREENS))
  test(
    `nothing ${who} see is lost in the system’s own colors`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      test.setTimeout(10 * MINUTES);
      allowBrowserErrors(ERROR_PAGES);
      expect(await walk(page, group)).toEqual([]);
    },
  );
