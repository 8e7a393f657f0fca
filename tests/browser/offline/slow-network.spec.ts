// On a slow network a page can be read long before its scripts run.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { expectStored } from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import {
  followMainLink,
  openWithoutScripts,
  waitForIslandOf,
} from '#tests/support/browser/navigation.ts';
import { bellOf, notificationList } from '#tests/support/browser/notification-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const commentField = (page: Page) => page.getByLabel('Your comment', { exact: true });
const commentButton = (page: Page) => page.getByRole('button', { name: 'Post Comment' });

test('a comment typed before hydration stays in its field', async ({ page }) => {
  await signIn(page, 'jun');
  const { path } = await addPost(page);
  const release = await openWithoutScripts(page, path);
  await commentField(page).fill('Typed on a slow network.');
  release();
  await waitForIslandOf(commentField(page));
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(commentField(page)).toHaveValue('Typed on a slow network.');
  await page.reload();
  await expect(commentField(page)).toHaveValue('Typed on a slow network.');
  await commentButton(page).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'slow network' })).toHaveCount(1);
});

test(
  'text typed before hydration is added to an earlier draft',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'jun');
    const { path } = await addPost(page);
    await page.goto(path);
    await waitForIslandOf(commentField(page));
    await commentField(page).fill('An earlier draft.');
    await expectStored(page, 'An earlier draft.');
    await page.goto('/about');
    const release = await openWithoutScripts(page, path);
    await commentField(page).fill('Typed early.');
    release();
    await expect(commentField(page)).toHaveValue('An earlier draft.\nTyped early.');
  },
);

test('a comment sent before hydration is sent once after it, and not in the address', async ({
  page,
}) => {
  await signIn(page, 'jun');
  const { path } = await addPost(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const release = await openWithoutScripts(page, path);
  await commentField(page).fill('Sent early.');
  await commentButton(page).click();
  await commentButton(page).click();
  await expect(commentButton(page)).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('listitem').filter({ hasText: 'Sent early.' })).toHaveCount(1);
  await expect(commentField(page)).toHaveValue('');
  await expect(page.getByText('Please add your comment.')).toHaveCount(0);
  await expect(page).toHaveURL(path);
  expect(sent.filter((url) => url.endsWith('/comments'))).toHaveLength(1);
});

test(
  'a comment that changes after an early press is not sent',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'jun');
    const { path } = await addPost(page);
    const release = await openWithoutScripts(page, path);
    await commentField(page).fill('Not yet');
    await commentButton(page).click();
    await commentField(page).press('End');
    await commentField(page).pressSequentially(' complete');
    await expect(commentButton(page)).not.toHaveAttribute('aria-busy');
    release();
    await waitForIslandOf(commentField(page));
    await page.getByRole('button', { name: 'View Comments' }).click();
    await expect(page.getByText('No comments yet.')).toBeVisible();
    await expect(commentField(page)).toHaveValue('Not yet complete');
  },
);

test('early presses of Post and Like are repeated once', async ({ page }) => {
  await signIn(page, 'jun');
  const { path } = await addPost(page);
  const release = await openWithoutScripts(page, path);
  const like = page.getByRole('button', { name: /^Like,/ });
  await like.click();
  await like.click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'Create post' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('an early Logout signs out @full', async ({ page, allowBrowserErrors }) => {
  // The notifications of the page that Logout leaves.
  allowBrowserErrors(/status of 401/);
  await signIn(page, 'mark');
  const release = await openWithoutScripts(page, '/about');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  release();
  await expect(page).toHaveURL('/login');
});

test('a bell that was pressed early shows its list @full', async ({ page }) => {
  await signIn(page, 'jun');
  const release = await openWithoutScripts(page, '/about');
  await bellOf(page).click();
  await expect(notificationList(page).getByText('Loading…')).toBeVisible();
  release();
  await expect(notificationList(page).getByText('Loading…')).toBeHidden();
  await expect(notificationList(page).locator('[data-row]').first()).toBeVisible();
});

test('a link shows at once that its page loads', async ({ page, axe }) => {
  await signIn(page, 'jun');
  await page.goto('/about');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/eduhub', async (route) => {
    await promise;
    await route.continue();
  });
  await followMainLink(page, 'EduHub');
  await expect(page.locator('body')).toHaveAttribute('aria-busy', 'true');
  await axe();
  resolve();
  await expect(page).toHaveURL('/eduhub');
  await expect(page.locator('body')).not.toHaveAttribute('aria-busy');
});
