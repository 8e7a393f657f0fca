import { type Locator, type Page, expect } from '@playwright/test';

/** Follows a link of the main navigation, which is in a menu on phones. */
export async function followMainLink(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('link', { name }).first().click();
}

/** Opens a page and blocks its scripts. @returns a function that unblocks them */
export async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return resolve;
}

/** Waits until the island around an element is hydrated; before, its links and buttons work as without JavaScript. */
export const waitForIslandOf = (thing: Locator) =>
  expect(thing.page().locator('astro-island[ssr]').filter({ has: thing })).toHaveCount(0);
