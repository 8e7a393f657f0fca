import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const FRESH_MS = 60_000;

/** Opens a new post. `refetch` makes its query stale and focuses the page. */
async function openStalePost(page: Page) {
  await signIn(page, 'dante');
  const made = await addPost(page);
  await page.clock.install();
  await page.goto(made.path);
  const call = `**/api/web/forum/posts/${made.id}`;
  const refetch = async () => {
    await page.clock.fastForward(FRESH_MS + 1);
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
  };
  return { ...made, call, refetch };
}

test(
  'a post stays when its refetch fails, and redirects to Explore when it is deleted',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of (404|503)/);
    const { path, title, call, refetch } = await openStalePost(page);
    let tries = 0;
    const busy = { error: 'Please try later.', code: 'unavailable' };
    await page.route(call, (route) => {
      tries += 1;
      return route.fulfill({ status: 503, json: busy });
    });
    await refetch();
    await expect(async () => {
      await page.clock.runFor(2000);
      expect(tries).toBe(4);
    }).toPass();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.unroute(call);
    const gone = { error: 'It is gone.', code: 'post_not_found' };
    await page.route(call, (route) => route.fulfill({ status: 404, json: gone }));
    // The page may already have left before the response.
    await refetch().catch(() => null);
    await expect(page).toHaveURL('/forums/explore');
  },
);

test('a late response does not undo a like', async ({ page }) => {
  const { call, refetch } = await openStalePost(page);
  const requested = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const completed = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    const response = await route.fetch();
    requested.resolve();
    await release.promise;
    await route.fulfill({ response }).catch(() => null);
    completed.resolve();
  });
  await refetch();
  await requested.promise;
  const like = page.getByRole('button', { name: /^Like,/ });
  const liked = page.waitForResponse('**/likes');
  await like.click();
  await liked;
  release.resolve();
  await completed.promise;
  await expect(like).toBeEnabled();
  await expect(like).toHaveAccessibleName('Like, 1 like');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});
