// Actions are stored before a page shows them as done, so they survive leaving the page, whatever has loaded by then.
import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { storedRecords } from '#tests/support/browser/device-storage.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test.beforeEach(({ allowBrowserErrors }) => allowBrowserErrors(/ERR_FAILED|Failed to fetch/));

const memberLink = (page: Page) => page.getByRole('article').getByRole('link').first();

/** The actions of a member, each until the page shows it as done. */
const ACTS: Record<string, (page: Page) => Promise<void>> = {
  like: async (page) => {
    const like = page.getByRole('button', { name: /^Like, / });
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
  },
  comment: async (page) => {
    const field = page.getByLabel('Your comment', { exact: true });
    await field.fill('I come on Friday.');
    await page.getByRole('button', { name: 'Post Comment' }).click();
    await expect(field).toHaveValue('');
    await expect(page.getByText('We couldn’t load the comments.')).toBeVisible();
  },
  follow: async (page) => {
    await page.getByRole('button', { name: /^(?:Follow|Unfollow)$/ }).click();
    await expect(page.getByRole('button', { name: /^(?:Follow|Unfollow)$/ })).toBeDisabled();
  },
};

for (const [kind, act] of Object.entries(ACTS))
  test(
    `a ${kind} of a first visit is stored, although scripts stop loading and the page is left`,
    { tag: kind === 'like' ? [] : '@full' },
    async ({ page }) => {
      await signIn(page, 'boyet');
      const { path } = await addPost(page);
      await signIn(page, 'tess');
      await page.goto(path);
      const profile = (await memberLink(page).getAttribute('href')) ?? '';
      if (kind === 'follow') await page.goto(profile);
      await page.route('**/_astro/*.js', (route) => route.abort());
      const sent = Promise.withResolvers<void>();
      // The request never gets a response.
      await page.route(/\/(?:likes|comments|(?:un)?follow\/account\/[^/]+)$/, (route) =>
        route.request().method() === 'GET' ? route.continue() : sent.resolve(),
      );
      await act(page);
      await page.goto('about:blank');
      await page.unroute('**/_astro/*.js');
      await page.goto('/about');
      expect(await storedRecords(page, 'outbox')).toContain(`"kind":"${kind}"`);
      expect(await storedRecords(page, 'drafts')).toBe('[]');
    },
  );

test('a stored like that was never sent is sent by a later page, once', async ({ page }) => {
  await signIn(page, 'boyet');
  const { path } = await addPost(page);
  await signIn(page, 'tess');
  await page.clock.install();
  await page.goto(path);
  let likes = 0;
  await page.route('**/likes', (route) => {
    if (route.request().method() === 'GET') return route.continue();
    likes += 1;
    return likes === 1 ? undefined : route.continue();
  });
  await ACTS['like']!(page);
  await expect.poll(() => likes).toBe(1);
  await page.goto('/forums/explore');
  const liked = page.waitForResponse(/\/likes$/);
  await page.clock.fastForward(20_000);
  expect((await liked).status()).toBe(200);
  await expect.poll(() => storedRecords(page, 'outbox')).toBe('[]');
  expect(likes).toBe(2);
});

test('a like with a response leaves nothing in the outbox @full', async ({ page }) => {
  await signIn(page, 'boyet');
  const { path } = await addPost(page);
  await page.goto(path);
  const response = page.waitForResponse(/\/likes$/);
  await ACTS['like']!(page);
  await response;
  await expect.poll(() => storedRecords(page, 'outbox')).toBe('[]');
});
