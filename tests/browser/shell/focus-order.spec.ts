// Tab follows the visual order of each screen, reaches everything, and the focus is always visible
// (WCAG 2.2: 2.4.3, 2.4.11, 2.1.1, 2.1.2).
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { findJumps, IN_PAGE, type Stop } from '#tests/support/browser/screens/focus.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const MINUTES = 60_000;
// Endless lists grow while the focus moves through them.
const MAX_STOPS = 45;

declare global {
  /** defined by `IN_PAGE` */
  function currentStop(): Stop | null;
}

/** @returns the stops from the focus on until it leaves the page; a dialog may start at its last stop */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => globalThis.currentStop());
    if (stop) stops.push(stop);
    else if (presses > 0) return stops;
  }
  return stops;
}

for (const [who, { member, screens }] of Object.entries(SCREENS))
  test(
    `Tab follows the visual order wherever ${who} are`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      test.setTimeout(10 * MINUTES);
      allowBrowserErrors(ERROR_PAGES);
      await page.addInitScript({ content: IN_PAGE });
      if (member) await signIn(page, member);
      const errors: string[] = [];
      for (const screen of screens) {
        await openScreen(page, screen);
        const stops = await walk(page);
        const hidden = stops
          .filter(({ cover }) => cover)
          .map(({ name, cover }) => `${name} ${cover}`);
        if (stops.length === 0) errors.push(`${screen.name}: nothing has the focus`);
        errors.push(...[...findJumps(stops), ...hidden].map((each) => `${screen.name}: ${each}`));
      }
      expect([...new Set(errors)]).toEqual([]);
    },
  );
