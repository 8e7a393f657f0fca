import type { Page } from '@playwright/test';

import {
  addResourceWithImages,
  clearHttpCache,
  cachedPaths,
  updatesWithOfflinePage,
  cachedTexts,
  serveNextBuild,
  serviceWorkerReady,
  newestWorkerState,
} from '#tests/support/browser/offline-fixtures.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const NETWORK_ERRORS = /ERR_(CONNECTION|EMPTY|INTERNET|FAILED)|Failed to fetch|status of 404/;

let compost: string;
let silage: string;

test.beforeEach(async ({ onDatabase, instance, allowBrowserErrors }) => {
  allowBrowserErrors(NETWORK_ERRORS);
  compost = await onDatabase((db) => addResourceWithImages(db, instance.dataDir, 'Compost'));
  silage = await onDatabase((db) => addResourceWithImages(db, instance.dataDir, 'Silage'));
});

const save = (page: Page) => page.getByRole('button', { name: /^Save for offline \(\d+ KB\)$/ });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a page and waits until it is cached. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await serviceWorkerReady(page);
  await expect.poll(() => cachedPaths(page, 'visited')).toContain(new URL(address).pathname);
}

test('a saved resource is complete without the server, and can be removed', async ({
  page,
  origin,
  instance,
  axe,
}) => {
  await visit(page, `${origin}/thank-you`);
  await visit(page, origin + compost);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await save(page).click();
  await expect(page.getByText(/^Saved \(\d+ KB/)).toBeVisible();
  // Saving needs two small scripts, and none of the forum's.
  expect(requests.filter((path) => /\/(?:react|forum)\./.test(path))).toEqual([]);
  await expect(save(page)).toBeHidden();
  await axe();
  await instance.stop();
  await clearHttpCache(page);

  await page.goto(`${origin}/login`);
  await expect(heading(page)).toHaveText('You’re offline');
  await axe();
  await page.goto(`${origin}/offline`);
  await expect(heading(page)).toHaveText('Offline');
  await axe();
  await expect(page.getByRole('link', { name: 'Thank You' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Compost' }).click();
  await expect(page).toHaveURL(origin + compost);
  await expect(page.getByText('- THE END')).toBeVisible();
  const images = page.getByRole('article').locator('img');
  await expect(images).not.toHaveCount(0);
  for (const image of await images.all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }

  await page.getByText('Remove', { exact: true }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(save(page)).toBeVisible();
  expect(await cachedPaths(page, 'saved')).toEqual([]);
  expect((await cachedPaths(page, 'files')).filter((path) => path.startsWith('/media/'))).toEqual(
    [],
  );
});

test('visited pages can be read offline, and others are not offered @full', async ({
  page,
  context,
  origin,
}) => {
  await visit(page, `${origin}/eduhub`);
  await page.getByRole('link', { name: 'Silage' }).click();
  await expect(page.getByText('- THE END')).toBeVisible();
  await expect.poll(() => cachedPaths(page, 'visited')).toContain(silage);
  await context.setOffline(true);
  // An image may be replaced by another size, unlike a script.
  const missing = page.evaluate(() => fetch('/_astro/not-kept.abc.js'));
  await expect(missing).rejects.toThrow('Failed to fetch');
  await page.goto(origin + compost);
  await expect(heading(page)).toHaveText('You’re offline');
  await expect(page.getByRole('link', { name: 'Compost' })).toHaveCount(0);
  // The connection returns just after the tap, and the tap must win over the reload of the offline page.
  await page.getByRole('link', { name: 'Silage' }).evaluate((link) => {
    (link as HTMLElement).click();
    dispatchEvent(new Event('online'));
  });
  await expect(page.getByText('How to make silage.')).toBeVisible();
  await page.goto(origin + compost);
  // The offline page reloads by itself.
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('Compost');
});

test(
  'a saved resource contains nothing of the member, who deletes it by logging out',
  { tag: '@full' },
  async ({ page, origin, maria }) => {
    await visit(page, origin + silage);
    await save(page).click();
    await expect(page.getByText(/^Saved \(/)).toBeVisible();
    await signIn(page, 'maria', origin);
    for (const path of ['/forums/explore', '/eduhub', compost, silage, '/profile', '/about'])
      await page.goto(origin + path);
    await page.goto(origin + compost);
    await save(page).click();
    await expect(page.getByText(/^Saved \(/)).toBeVisible();
    const cached = await cachedTexts(page, ['saved', 'visited']);
    expect(cached).toContain('How to make compost.');
    for (const word of [maria.first_name, maria.email, maria.id, 'Account menu'])
      expect(cached).not.toContain(word);
    // The guest's cached pages are deleted.
    await expect.poll(() => cachedPaths(page, 'visited')).toEqual([]);
    expect(await cachedTexts(page)).not.toContain(maria.email);

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${origin}/login`);
    // A resource that the guest saved before stays.
    expect(await cachedPaths(page, 'saved')).toEqual([silage]);
    expect(await cachedTexts(page)).not.toContain('Account menu');
  },
);

test(
  'after another build a cached page is complete, with files of its build',
  { tag: '@full' },
  async ({ page, context, origin, instance }) => {
    await visit(page, origin + compost);
    await save(page).click();
    await expect(page.getByText(/^Saved \(/)).toBeVisible();
    const before = await cachedPaths(page, 'files');
    const offlinePage = await (await fetch(`${origin}/offline`)).text();
    await instance.stop();
    await clearHttpCache(page);
    const next = await serveNextBuild(instance.port, offlinePage);

    // The new worker waits until the pages of the old one are closed.
    expect(await updatesWithOfflinePage(page)).toBe(true);
    const other = await context.newPage();
    await other.goto(`${origin}/login`);
    await expect(heading(other)).toHaveText('You’re offline');
    await other.close();
    await page.goto('about:blank');
    // While the workers change, Chromium may not respond to a navigation.
    await expect.poll(() => newestWorkerState(context)).toBe('activated');
    await page.goto(origin + compost);
    await expect.poll(() => cachedPaths(page, 'files')).not.toEqual(before);
    await expect(page.getByText('- THE END')).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
    await page.goto(`${origin}/offline`);
    await expect(page.getByRole('link', { name: 'Compost' })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px');
    next.closeAllConnections();
    next.close();
  },
);
