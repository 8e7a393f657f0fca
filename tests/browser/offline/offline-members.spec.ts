import { createServer } from 'node:http';

import type { Page } from '@playwright/test';

import { addMember } from '#demo/factories.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { bellOf, notificationList } from '#tests/support/browser/notification-screens.ts';
import {
  cachedTexts,
  clearHttpCache,
  serviceWorkerReady,
} from '#tests/support/browser/offline-fixtures.ts';
import {
  addForum,
  dialogStored,
  memberPaths,
  readPage,
} from '#tests/support/browser/offline-member-fixtures.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { enterCredentials, leaveSite, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const NETWORK_ERRORS = /ERR_(CONNECTION|EMPTY|INTERNET|FAILED)|Failed to fetch|status of 40[14]/;
const EXPLORE = '/forums/explore';
const OWN = '/forums/my-discussions';

let post: string;

test.beforeEach(async ({ page, origin, maria, onDatabase, allowBrowserErrors }) => {
  allowBrowserErrors(NETWORK_ERRORS);
  post = await onDatabase((db) => addForum(db, maria));
  await signIn(page, 'maria', origin);
});

const notice = (page: Page) => page.getByText(/this page as of \d\d:\d\d\./);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens Explore, the post with its comments, My Discussions and the notifications. */
async function readAll(page: Page, origin: string): Promise<void> {
  await readPage(page, origin + EXPLORE);
  await readPage(page, origin + post);
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(page.getByText('Only until Saturday.')).toBeVisible();
  await readPage(page, origin + OWN);
  await expect.poll(() => memberPaths(page)).toContain('/api/web/notification');
}

/** Expects that those pages can be read. */
async function expectReadable(page: Page, origin: string): Promise<void> {
  await page.goto(origin + EXPLORE);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Coconut husks of Ana' })).toBeVisible();
  await page.getByRole('link', { name: 'My Discussions' }).click();
  // Explore contains that post, too.
  await expect(page).toHaveURL(origin + OWN);
  await expect(page.getByRole('heading', { name: 'Straw of Maria' })).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await expect(bellOf(page)).toHaveAccessibleName(/^Notifications, \d\+? unread$/);
  await bellOf(page).click();
  await notificationList(page).getByText('Ana liked your post').click();
  await expect(heading(page)).toHaveText('Coconut husks of Ana');
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(page.getByText('Only until Saturday.')).toBeVisible();
}

test('pages that a member read open offline, and so does the post dialog', async ({
  page,
  context,
  origin,
  axe,
}) => {
  await page.clock.install();
  await readAll(page, origin);
  await dialogStored(page);
  await clearHttpCache(page);
  await context.setOffline(true);
  await expectReadable(page, origin);
  await axe();
  await page.goto(`${origin}/`);
  await expect(page).toHaveURL(origin + EXPLORE);
  await expect(notice(page)).toContainText('You’re offline.');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Create post' })).toBeVisible();
  await page.goto(`${origin}/forums/followers/followed`);
  await expect(heading(page)).toHaveText('You’re offline');
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(notice(page)).toBeVisible();
  await context.setOffline(false);
  await expect(notice(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Coconut husks of Ana' })).toBeVisible();
});

test(
  'pages that a member read open while the server is down',
  { tag: '@full' },
  async ({ page, origin, instance }) => {
    await page.clock.install();
    await readAll(page, origin);
    await dialogStored(page);
    await instance.stop();
    await clearHttpCache(page);
    await expectReadable(page, origin);
    await expect(notice(page)).toContainText('We can’t reach the site.');
  },
);

test(
  'a stored page is shown when the server does not respond for seconds',
  { tag: '@full' },
  async ({ page, origin, instance }) => {
    await readPage(page, origin + EXPLORE);
    await instance.stop();
    const silent = createServer(() => null);
    await new Promise<void>((resolve) => void silent.listen(instance.port, '127.0.0.1', resolve));
    await page.goto(origin + EXPLORE);
    await expect(notice(page)).toBeVisible();
    silent.closeAllConnections();
    silent.close();
  },
);

test('another member or a guest never sees pages that a member read', async ({
  page,
  context,
  origin,
}) => {
  await readAll(page, origin);
  await leaveSite(page);
  await context.clearCookies();
  await page.goto(`${origin}/about`);
  await expect.poll(() => memberPaths(page)).toEqual([]);

  await signIn(page, 'maria', origin);
  await readPage(page, origin + OWN);
  await leaveSite(page);
  await signIn(page, 'ana', origin);
  await readPage(page, origin + EXPLORE);
  expect(await memberPaths(page)).not.toContain(OWN);
  expect(await cachedTexts(page)).not.toContain('Ana liked your post');
  await context.setOffline(true);
  await page.goto(origin + OWN);
  await expect(heading(page)).toHaveText('You’re offline');
  await expect(page.getByRole('link', { name: 'My Discussions' })).toHaveCount(0);
});

test(
  'signing out offline deletes their pages at once',
  { tag: '@full' },
  async ({ page, context, origin, maria }) => {
    await readAll(page, origin);
    expect(await cachedTexts(page)).not.toContain(maria.email);
    await context.setOffline(true);
    await page.goto(origin + EXPLORE);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('heading', { name: 'You’ve been logged out' })).toBeVisible();
    expect(await memberPaths(page)).toEqual([]);
    expect(await cachedTexts(page)).not.toContain('husks of Ana');
    await page.goto(origin + EXPLORE);
    await expect(heading(page)).toHaveText('You’re offline');
  },
);

test(
  'no page of a member remains after the session',
  { tag: '@full' },
  async ({ page, origin, onDatabase }) => {
    await readAll(page, origin);
    await page.goto(origin + post);
    // Unsent text stops the page from leaving for the sign-in screen.
    await page.getByLabel('Your comment', { exact: true }).fill('I can fetch it.');
    await onDatabase((db) => db.deleteFrom('sessions').execute());
    await page.getByRole('button', { name: /^Like,/ }).click();
    await expect.poll(() => memberPaths(page)).toEqual([]);
  },
);

test(
  'signing in over an open session deletes pages, also when the connection is lost',
  { tag: '@full' },
  async ({ page, context, origin, onDatabase }) => {
    const email = 'luz@glean.example';
    const password_hash = await hashPassword(PASSWORD);
    await onDatabase((db) => addMember(db, { email, password_hash }));
    // This tab was opened before Maria signed in.
    await context.clearCookies();
    const login = await context.newPage();
    await login.goto(`${origin}/login`);
    // A page that opens while the worker takes over is not controlled.
    await serviceWorkerReady(login);
    await signIn(page, 'maria', origin);
    await readAll(page, origin);
    await leaveSite(page);
    await login.route('**/web/auth/login', async (route) => {
      const response = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response });
    });
    await enterCredentials(login, email, PASSWORD);
    await expect(heading(login)).toHaveText('You’re offline');
    expect(await memberPaths(login)).toEqual([]);
    await login.goto(origin + EXPLORE);
    await expect(heading(login)).toHaveText('You’re offline');
  },
);
