import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addComment, addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search Glean' });

async function search(page: Page, term: string): Promise<void> {
  await field(page).fill(term);
  await field(page).press('Enter');
}

test('on a slow network the newest search wins, and offline it waits with a message', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  // Images of the results that were not loaded yet when the connection was lost.
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  const requested = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const completed = Promise.withResolvers<void>();
  await page.route('**/explore/look/**search=straw**', async (route) => {
    requested.resolve();
    await release.promise;
    await route.continue().finally(completed.resolve);
  });
  await search(page, 'straw');
  await requested.promise;
  await search(page, 'maria');
  const maria = page.getByRole('link', { name: 'Visit Maria Santos' });
  await expect(maria).toBeVisible();
  release.resolve();
  await completed.promise;
  await expect(maria).toBeVisible();
  await context.setOffline(true);
  await search(page, 'ana');
  const message = page.getByText('You seem to be offline. Results will load');
  await expect(message).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: 'Visit Ana Dizon' })).toBeVisible();
  await expect(message).toBeHidden();
});

test('offline, comments and likes show a message, and load after reconnecting @full', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  // Images and islands that come into view below the post.
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|Error hydrating/);
  await signIn(page, 'jun');
  const { id, path } = await addPost(page);
  await addComment(page, id, 'Is it still there?');
  await page.goto(path);
  const like = page.getByRole('button', { name: /^Like,/ });
  await like.click();
  await expect(like).toBeEnabled();
  // This loads the chunk with the dialogs.
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', { name: 'Share post' })).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'View Comments' }).click();
  await expect(page.getByText('You seem to be offline. Comments will load')).toBeVisible();
  await page.getByRole('button', { name: 'All Likes' }).click();
  const likes = page.getByRole('dialog', { name: 'All Likes' });
  await expect(likes.getByText('You seem to be offline. Likes will load')).toBeVisible();
  await context.setOffline(false);
  await expect(likes.getByText('Jun Reyes')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Is it still there?')).toBeVisible();
});

test('an upload can be cancelled, and the form keeps its values @full', async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  const title = `Corn cobs ${crypto.randomUUID()}`;
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('One cart.');
  const release = Promise.withResolvers<void>();
  await page.route('**/api/web/forum/posts', async (route) => {
    await release.promise;
    await route.abort().catch(() => null);
  });
  const post = dialog.getByRole('button', { name: 'Post', exact: true });
  await post.click();
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  release.resolve();
  await page.unroute('**/api/web/forum/posts');
  await post.click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('a tap before hydration is replayed after it', async ({ page }) => {
  await signIn(page, 'jun');
  const { path } = await addPost(page);
  const release = Promise.withResolvers<void>();
  await page.route('**/_astro/PostScreen.*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  const like = page.getByRole('button', { name: /^Like,/ });
  await expect(page.locator('astro-island[ssr]', { has: like })).toHaveCount(1);
  await like.click();
  release.resolve();
  await expect(page.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
