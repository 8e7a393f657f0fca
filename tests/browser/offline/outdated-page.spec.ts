// A tab stays open while the site is updated, and the code that it would load later is gone.
import type { Page } from '@playwright/test';

import { AVATAR } from '#lib/contract/images.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { bellOf, notificationList } from '#tests/support/browser/notification-screens.ts';
import { openSetting } from '#tests/support/browser/profile-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { blankPng } from '#tests/support/nouns/images.ts';

const MESSAGE = 'This page is out of date. Reload it to continue.';

/** Opens a page, and then lets requests for code fail like on a server with another build. */
async function openOutdated(page: Page, path: string): Promise<void> {
  // Nothing is loaded in advance.
  await page.context().addCookies([
    {
      name: 'data-saver',
      value: 'on',
      url: `http://127.0.0.1:${process.env['GLEAN_TEST_PORT']}`,
    },
  ]);
  await page.goto(path, { waitUntil: 'networkidle' });
  const suggested = page.getByRole('heading', { name: 'Suggested Followers' });
  // The island is hydrated once it is in view.
  if (await suggested.isVisible()) await suggested.scrollIntoViewIfNeeded();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.route('**/_astro/*.js', (route) => route.fulfill({ status: 404 }));
}

test.beforeEach(({ allowBrowserErrors }) => allowBrowserErrors(/status of 404/));

test('Share offers to reload, and written text stays @full', async ({ page, axe }) => {
  await signIn(page, 'jun');
  const { path } = await addPost(page);
  await openOutdated(page, path);
  await page.getByLabel('Your comment', { exact: true }).fill('Half a thought');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(page.getByText('You seem to be offline.')).toHaveCount(0);
  await axe();
  await page.unroute('**/_astro/*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(MESSAGE)).toHaveCount(0);
  await expect(page.getByLabel('Your comment', { exact: true })).toHaveValue('Half a thought');
});

test('the bell reports that the page is out of date, and offers to reload', async ({ page }) => {
  await signIn(page, 'jun');
  await openOutdated(page, '/about');
  await bellOf(page).click();
  await expect(notificationList(page)).toContainText(MESSAGE);
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.getByText('Please check your connection')).toHaveCount(0);
});

test('choosing a profile picture offers to reload', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'jun');
  await openOutdated(page, '/profile');
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: blankPng(600, 400) };
  await page.locator(`input[name=${AVATAR.field}]`).setInputFiles(picture);
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await expect(page.getByText('You seem to be offline.')).toHaveCount(0);
});

test('opening a setting offers to reload', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'jun');
  await openOutdated(page, '/profile');
  const form = await openSetting(page, 'Contact No.');
  await expect(page.getByText(MESSAGE)).toBeVisible();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: MESSAGE }).first()).toBeVisible();
  await page.unroute('**/_astro/*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(MESSAGE)).toHaveCount(0);
});

test(
  'without a connection, Share says so',
  { tag: '@full' },
  async ({ page, context, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
    await signIn(page, 'jun');
    const { path } = await addPost(page);
    await openOutdated(page, path);
    await page.unroute('**/_astro/*.js');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('You seem to be offline.')).toBeVisible();
    await expect(page.getByText(MESSAGE)).toHaveCount(0);
  },
);
