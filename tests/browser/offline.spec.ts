import type { Page } from '@playwright/test';

import {
  addGuide,
  forgetHttpCache,
  keptIn,
  hasOfflinePageThroughout,
  keptTexts,
  serveNextBuild,
  settled,
  stateOfNewest,
} from '#tests/support/offline.ts';
import { expect, test } from '#tests/support/own-site.ts';
import { signIn } from '#tests/support/sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const REFUSED = /ERR_(CONNECTION|EMPTY|INTERNET|FAILED)|Failed to fetch|status of 404/;

const ANY_SCREEN = 'It is the same on every screen.';

let compost: string;
let silage: string;

test.beforeEach(async ({ onDatabase, place, allowComplaints }) => {
  allowComplaints(REFUSED);
  compost = await onDatabase((db) => addGuide(db, place.dataDir, 'Compost'));
  silage = await onDatabase((db) => addGuide(db, place.dataDir, 'Silage'));
});

const save = (page: Page) => page.getByRole('button', { name: /^Save for offline \(\d+ KB\)$/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a page and waits until it, too, is kept. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
  await expect.poll(() => keptIn(page, 'visited')).toContain(new URL(address).pathname);
}

test('what was saved is whole without the server, and can be let go', async ({
  page,
  origin,
  place,
  axe,
}) => {
  await visit(page, origin + compost);
  await save(page).click();
  await expect(page.getByText(/^Saved for offline, \d+ KB/)).toBeVisible();
  await expect(save(page)).toBeHidden();
  await axe();
  await place.stop();
  await forgetHttpCache(page);

  await page.goto(`${origin}/login`);
  await expect(heading(page)).toHaveText('No connection right now');
  await axe();
  await page.goto(`${origin}/offline`);
  await expect(heading(page)).toHaveText('Offline');
  await axe();
  await page.getByRole('link', { name: 'Compost' }).click();
  await expect(page).toHaveURL(origin + compost);
  await expect(page.getByText('- THE END')).toBeVisible();
  const pictures = page.getByRole('article').locator('img');
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(save(page)).toBeVisible();
  expect(await keptIn(page, 'saved')).toEqual([]);
  expect((await keptIn(page, 'files')).filter((path) => path.startsWith('/media/'))).toEqual([]);
});

test('what was looked at can be read, and nothing is promised of the rest', async ({
  page,
  context,
  origin,
}) => {
  await visit(page, `${origin}/eduhub`);
  await page.getByRole('link', { name: 'Silage' }).click();
  await expect(page.getByText('- THE END')).toBeVisible();
  await expect.poll(() => keptIn(page, 'visited')).toContain(silage);
  await context.setOffline(true);
  // A picture is also had in another size, but a script is that script or none.
  const missing = page.evaluate(() => fetch('/_astro/not-kept.abc.js'));
  await expect(missing).rejects.toThrow('Failed to fetch');
  await page.goto(origin + compost);
  await expect(heading(page)).toHaveText('No connection right now');
  await expect(page.getByRole('link', { name: 'Compost' })).toHaveCount(0);
  // The connection comes back just after the tap, which goes before the page that makes way.
  await page.getByRole('link', { name: 'Silage' }).evaluate((link) => {
    (link as HTMLElement).click();
    dispatchEvent(new Event('online'));
  });
  await expect(page.getByText('How to make silage.')).toBeVisible();
  await page.goto(origin + compost);
  // It makes way by itself.
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('Compost');
});

test('nothing of a member is ever kept, and a saved guide goes with the member', async ({
  page,
  origin,
  maria,
  isMobile,
}) => {
  test.skip(isMobile, ANY_SCREEN);
  await visit(page, origin + silage);
  await signIn(page, 'maria', origin);
  for (const path of ['/forums/explore', '/eduhub', compost, silage, '/profile', '/about'])
    await page.goto(origin + path);
  await page.goto(origin + compost);
  await save(page).click();
  await expect(page.getByText(/^Saved for offline/)).toBeVisible();
  const kept = await keptTexts(page);
  expect(kept).toContain('How to make compost.');
  for (const word of [maria.first_name, maria.email, maria.id, 'Account menu'])
    expect(kept).not.toContain(word);
  // The guest's copy of what a member looked at since is gone.
  expect(await keptIn(page, 'visited')).toEqual([]);

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${origin}/login`);
  for (const cache of ['saved', 'visited']) expect(await keptIn(page, cache)).toEqual([]);
});

test('after another build a kept page is whole, with the files it was built with', async ({
  page,
  context,
  origin,
  place,
  isMobile,
}) => {
  test.skip(isMobile, ANY_SCREEN);
  await visit(page, origin + compost);
  await save(page).click();
  await expect(page.getByText(/^Saved for offline/)).toBeVisible();
  const before = await keptIn(page, 'files');
  await place.stop();
  await forgetHttpCache(page);
  const next = await serveNextBuild(place.port);

  // The new worker waits for the old one's pages to go.
  expect(await hasOfflinePageThroughout(page)).toBe(true);
  const other = await context.newPage();
  await other.goto(`${origin}/login`);
  await expect(heading(other)).toHaveText('No connection right now');
  await other.close();
  await page.goto('about:blank');
  // In the very moment of the change Chromium may leave a page without any answer.
  await expect.poll(() => stateOfNewest(context)).toBe('activated');
  await page.goto(origin + compost);
  await expect.poll(() => keptIn(page, 'files')).not.toEqual(before);
  await expect(page.getByText('- THE END')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
  await page.goto(`${origin}/offline`);
  await expect(page.getByRole('link', { name: 'Compost' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
  next.closeAllConnections();
  next.close();
});
