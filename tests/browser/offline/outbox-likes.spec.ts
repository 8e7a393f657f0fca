// A like or a follow that will not be sent is no longer shown.
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  preloadOutbox,
  renameWaiting,
  storedRecords,
} from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { outbox } from '#tests/support/browser/outbox-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.beforeEach(({ allowBrowserErrors }) =>
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED|status of 403/),
);

const likeButton = (within: Page | Locator) => within.getByRole('button', { name: /^Like, / });
const discard = (page: Page) => outbox(page).getByRole('button', { name: 'Discard' }).click();

/** Opens a new post of the member. */
async function openPost(page: Page, who: string): Promise<Locator> {
  await signIn(page, who);
  const { path } = await addPost(page);
  await page.goto(path);
  await preloadOutbox(page);
  return likeButton(page);
}

test('a discarded like or unlike is undone at once', async ({ page, context }) => {
  const like = await openPost(page, 'nardo');
  await context.setOffline(true);
  await like.click();
  await expect(outbox(page)).toContainText('Like “');
  await discard(page);
  await expect(like).toHaveAccessibleName('Like, 0 likes');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await context.setOffline(false);
  const liked = page.waitForResponse(/\/likes$/);
  await like.click();
  await liked;
  await context.setOffline(true);
  await like.click();
  await expect(outbox(page)).toContainText('Unlike “');
  await discard(page);
  await expect(like).toHaveAccessibleName('Like, 1 like');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('entries of a newer version stay stored, and stop nothing', async ({ page, context }) => {
  const like = await openPost(page, 'nardo');
  await context.setOffline(true);
  await like.click();
  await expect(outbox(page)).toContainText('1 waiting');
  await renameWaiting(page, 'bookmark');
  await context.setOffline(false);
  await page.goto('/forums/explore');
  await expect(outbox(page)).toHaveCount(0);
  await preloadOutbox(page);
  await context.setOffline(true);
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Like, / })
    .click();
  await expect(outbox(page)).toContainText('1 waiting');
  const liked = page.waitForResponse(/\/likes$/);
  await context.setOffline(false);
  await liked;
  await expect.poll(() => storedRecords(page, 'outbox')).not.toContain('"kind":"like"');
  expect(await storedRecords(page, 'outbox')).toContain('"kind":"bookmark"');
});

test(
  'a like that the server rejects later is undone',
  { tag: '@full' },
  async ({ page, context }) => {
    const like = await openPost(page, 'nardo');
    await page.route('**/likes', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { error: 'Not allowed.', code: 'forbidden' } })
        : route.continue(),
    );
    await context.setOffline(true);
    await like.click();
    await expect(outbox(page)).toContainText('1 waiting');
    await context.setOffline(false);
    await expect(page.getByText('Not allowed.')).toBeVisible();
    await expect(like).toHaveAccessibleName('Like, 0 likes');
  },
);

test('a discarded follow is undone at once', { tag: '@full' }, async ({ page, context }) => {
  await signIn(page, 'boyet');
  const { path } = await addPost(page);
  await signIn(page, 'tess');
  await page.goto(path);
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/forums\/profile\//);
  await preloadOutbox(page);
  const follow = page.getByRole('main').getByRole('button', { name: /^(Follow|Unfollow)$/ });
  const before = (await follow.textContent()) ?? '';
  const followers = page.getByRole('main').getByText(/^\d+ Followers?$/);
  const count = (await followers.first().textContent()) ?? '';
  await context.setOffline(true);
  await follow.click();
  await expect(outbox(page)).toContainText('1 waiting');
  await expect(follow).not.toHaveText(before);
  await discard(page);
  await expect(follow).toHaveText(before);
  await expect(followers.first()).toHaveText(count);
});

test(
  'an unlike is sent if the like’s response was lost',
  { tag: '@full' },
  async ({ page, context, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_FAILED/);
    const like = await openPost(page, 'nardo');
    await context.setOffline(true);
    await like.click();
    await expect(outbox(page)).toContainText('Like “');
    const lost = Promise.withResolvers<void>();
    await page.route('**/likes', async (route) => {
      await route.fetch();
      await route.abort();
      await context.setOffline(true);
      lost.resolve();
    });
    await context.setOffline(false);
    await lost.promise;
    await expect.poll(() => storedRecords(page, 'outbox')).toContain('"failures":1');
    await like.click();
    await expect(outbox(page)).toContainText('Unlike “');
    await page.unroute('**/likes');
    const unliked = page.waitForResponse(/\/unlike$/);
    await context.setOffline(false);
    expect((await unliked).status()).toBe(200);
    await expect(outbox(page)).toHaveCount(0);
    await page.reload();
    await expect(like).toHaveAccessibleName('Like, 0 likes');
  },
);
