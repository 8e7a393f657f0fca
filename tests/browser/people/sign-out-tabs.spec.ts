// A sign-out in one tab applies to the other tabs.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  expectStored,
  preloadOutbox,
  storedRecords,
} from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

async function pressLogout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

test('logging out in one tab leaves the page in the others, which store no more', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  // Both tabs may end the session: the second one's token is then outdated.
  allowBrowserErrors(/status of 40[13]/);
  await signIn(page, 'rosario');
  const { path } = await addPost(page);
  await page.goto(path);
  const other = await context.newPage();
  await other.goto(path);
  await other.getByLabel('Your comment', { exact: true }).fill('Is it dry?');
  await expectStored(page, 'Is it dry?');
  await pressLogout(page);
  await page
    .getByRole('dialog', { name: 'Log out?' })
    .getByRole('button', { name: 'Log out' })
    .click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(other).toHaveURL(/\/login$/);
  expect(await storedRecords(page, 'drafts')).toBe('[]');
});

test(
  'logging out without a connection leaves the page in the other tabs, too',
  { tag: '@full' },
  async ({ page, context, allowBrowserErrors }) => {
    // A request that a tab waited for is repeated and rejected while the tab leaves its page.
    allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically|status of 401/);
    await signIn(page, 'celia');
    await page.goto('/forums/explore');
    await preloadOutbox(page);
    const other = await context.newPage();
    await other.goto('/forums/explore');
    await context.setOffline(true);
    await pressLogout(page);
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: 'You’ve been logged out' })).toBeVisible();
      await expect(tab.getByRole('banner')).toHaveCount(0);
    }
    await context.setOffline(false);
    for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login$/);
  },
);
