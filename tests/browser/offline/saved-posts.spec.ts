// Members save posts for later from a menu or a listing, offline too, and read them offline longer than other pages.
import type { Page } from '@playwright/test';

import { addListing } from '#demo/factories.ts';
import { holdStore, preloadOutbox } from '#tests/support/browser/device-storage.ts';
import { addForum, memberPaths, readPage } from '#tests/support/browser/offline-member-fixtures.ts';
import { outbox } from '#tests/support/browser/outbox-screens.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.use({ serviceWorkers: 'allow' });

/** The request that saves or removes; the page of saved posts ends with the same word. */
const SENT = /\/api\/.*\/saved$/;
const EXPLORE = '/forums/explore';
const SAVED = '/profile/saved';
const TITLE = 'Coconut husks of Ana';
// The most pages that a browser stores for a member.
const MANY = 60;

let post: string;

test.beforeEach(async ({ page, origin, maria, onDatabase, allowBrowserErrors }) => {
  allowBrowserErrors(/ERR_(INTERNET|FAILED)|Failed to fetch/);
  post = await onDatabase((db) => addForum(db, maria));
  await signIn(page, 'maria', origin);
});

async function pressInMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More options for ${TITLE}` }).click();
  await page.getByRole('button', { name: entry }).click();
}

/** Saves a post, and opens the list of saved posts without a connection. */
async function openStoredList(page: Page, origin: string): Promise<void> {
  await readPage(page, origin + EXPLORE);
  await pressInMenu(page, 'Save for later');
  await expect(page.getByText('Saved for later.')).toBeVisible();
  await readPage(page, origin + SAVED);
  await preloadOutbox(page);
  await page.context().setOffline(true);
  await page.reload();
}

async function removeFromList(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Remove ${TITLE}` }).click();
  await expect(page.getByRole('button', { name: `Save for later ${TITLE}` })).toBeVisible();
}

/** Stores a number of pages that were read earlier or later. */
const storeOthers = (page: Page, count: number) =>
  page.evaluate(async (length) => {
    const name = (await caches.keys()).find((each) => each.startsWith('member-')) ?? '';
    const pages = await caches.open(name);
    const headers = { date: new Date().toUTCString() };
    for (let nth = 0; nth < length; nth += 1)
      await pages.put(`/eduhub?cursor=${nth}`, new Response('', { headers }));
  }, count);

test('a post saved in a list opens offline, and stays stored longer than other pages @full', async ({
  page,
  context,
  origin,
}) => {
  await readPage(page, origin + EXPLORE);
  await pressInMenu(page, 'Save for later');
  await expect(page.getByText('Saved for later.')).toBeVisible();
  await expect.poll(() => memberPaths(page)).toContain(post);
  await storeOthers(page, MANY);
  await readPage(page, origin + SAVED);
  await expect.poll(() => memberPaths(page)).not.toContain('/forums/explore');
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(page.getByText(/this page as of/)).toBeVisible();
});

test('a post saved without a connection is sent when it returns @full', async ({
  page,
  context,
  origin,
}) => {
  await readPage(page, origin + post);
  await preloadOutbox(page);
  await context.setOffline(true);
  await pressInMenu(page, 'Save for later');
  await expect(outbox(page)).toContainText(`Save “${TITLE}”`);
  await page.getByRole('button', { name: `More options for ${TITLE}` }).click();
  await expect(page.getByRole('button', { name: 'Remove from saved' })).toBeVisible();
  const sent = page.waitForResponse(SENT);
  await context.setOffline(false);
  await sent;
  await page.goto(origin + SAVED);
  await expect(page.getByRole('link', { name: TITLE })).toBeVisible();
});

test('a saved post is removed in the stored list without a connection @full', async ({
  page,
  context,
  origin,
}) => {
  await openStoredList(page, origin);
  await removeFromList(page);
  const sent = page.waitForResponse(SENT);
  await context.setOffline(false);
  expect((await sent).status()).toBe(200);
  await page.goto(origin + SAVED);
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test('a press just before the connection returns survives the reload of the stored list @full', async ({
  page,
  context,
  origin,
}) => {
  await openStoredList(page, origin);
  const release = await holdStore(page, 'outbox');
  await removeFromList(page);
  const sent = page.waitForResponse(SENT);
  const polled = page.waitForResponse(/\/api\/web\/notification/);
  await context.setOffline(false);
  await polled;
  // The page reloads as soon as the press is stored.
  await Promise.allSettled([release()]);
  expect((await sent).status()).toBe(200);
});

test('a listing is saved on its page, and removed in the list once it is gone @full', async ({
  page,
  origin,
  onDatabase,
  axe,
}) => {
  const id = post.split('/').at(-1) ?? '';
  await onDatabase((db) => addListing(db, { post_id: id }));
  await page.goto(`${origin}/exchange/${id}`);
  const button = page.getByRole('button', { name: /Save for later|Remove from saved/ });
  const sent = page.waitForResponse(SENT);
  await button.click();
  await expect(button).toHaveText('Remove from saved');
  expect((await sent).status()).toBe(200);
  await page.goto(`${origin}${SAVED}?post=${id}`);
  await expect(button).toHaveText('Remove from saved');
  await axe();
  await page.goto(origin + SAVED);
  await expect(page.getByRole('listitem').filter({ hasText: TITLE })).toContainText('Offered');
  await onDatabase((db) => db.deleteFrom('posts').where('id', '=', id).execute());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'It’s gone' })).toBeVisible();
  const removed = page.waitForResponse(SENT);
  await page.getByRole('button', { name: 'Remove what is gone' }).click();
  expect((await removed).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a link of a post leads to the form that saves it, and the list to the one that removes it @full', async ({
    page,
    origin,
  }) => {
    await page.goto(origin + post);
    await page.getByRole('link', { name: 'Save for later' }).click();
    await page.getByRole('button', { name: 'Save for later' }).click();
    await expect(page).toHaveURL(`${origin}${SAVED}?done=saved`);
    await page.getByRole('link', { name: TITLE }).click();
    await page.getByRole('link', { name: 'Remove from saved' }).click();
    await expect(page.getByRole('button', { name: 'Remove from saved' })).toBeVisible();
    await page.goto(origin + SAVED);
    await page.getByRole('button', { name: `Remove ${TITLE}` }).click();
    await page.getByRole('button', { name: 'Remove from saved' }).click();
    await expect(page.getByText('No longer saved.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  });
});
