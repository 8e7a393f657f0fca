import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost, postCards } from '#tests/support/browser/forum-requests.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

test('a member scrolls through every post once, to the end', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await cards.count()).toBeGreaterThanOrEqual(40);
  }).toPass();
  const links = await cards
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(new Set(links).size).toBe(links.length);
});

test(
  'own posts link to My Discussions, others’ to their profile',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'maria');
    await page.goto('/forums/my-discussions');
    const own = page.getByRole('article').first();
    await expect(own.locator('a[href="/forums/my-discussions"]').first()).toBeVisible();
    await page.goto('/forums/explore');
    const others = page.getByRole('article').filter({ hasNotText: 'Maria Santos' }).first();
    await expect(others.locator('a[href^="/forums/profile/"]').first()).toBeVisible();
  },
);

test(
  'a page of the feed that fails shows an error, and loads on retry',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_FAILED|status of 500/);
    await signIn(page, 'mark');
    await page.route('**/api/web/forum?*', (route) => route.abort());
    await page.goto('/forums/explore');
    const again = page.getByRole('button', { name: 'Try again' });
    // Images that load late make the page longer.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(again).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.unroute('**/api/web/forum?*');
    await again.click();
    await expect(async () => {
      await page.keyboard.press('End');
      expect(await page.getByRole('article').count()).toBeGreaterThan(10);
    }).toPass();
  },
);

for (const javaScriptEnabled of [true, false])
  test.describe(`a guest with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test(
      'reads the newest posts and sees a link to log in for more',
      { tag: '@desktop' },
      async ({ page }) => {
        await page.goto('/forums/explore');
        await expect(page).toHaveTitle('Forums | Glean');
        await expect(page.getByRole('article')).toHaveCount(5);
        const on = page.getByRole('link', { name: 'Login to continue' });
        await expect(on).toHaveAttribute('href', '/login?redirect=%2Fforums%2Fexplore');
        await expect(page.getByRole('link', { name: 'My Discussions' })).toHaveCount(0);
      },
    );

    test('opening a post leads to the login and back to it', async ({ page }) => {
      await page.goto('/forums/explore');
      await page.getByRole('article').first().getByRole('heading').click();
      await expect(page).toHaveURL(/\/login\?redirect=%2Fforums%2Fposts%2F[0-9a-f-]{36}$/);
    });
  });

test('a guest’s page loads no React and at most 8 KB of script', async ({ page }) => {
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(Number(response.headers()['content-length']));
  });
  await page.goto('/forums/explore', { waitUntil: 'networkidle' });
  expect(sizes.every((size) => size > 0)).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8 * 1024);
});

const scripts = () =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.endsWith('.js') ? [name] : []));

/** The compressed size of a page's scripts; for cached ones the browser only knows the decoded size. */
async function scriptBytes(page: Page): Promise<number> {
  const files = [...new Set(await page.evaluate(scripts))];
  const responses = await Promise.all(files.map((file) => page.request.head(file)));
  return responses.reduce((sum, each) => sum + Number(each.headers()['content-length']), 0);
}

test('a member’s pages load at most 112 KB of script each', async ({ page }) => {
  await signIn(page, 'jun');
  // Other tests may have added all of the newest posts, even as this member.
  await page.goto('/forums/explore?search=malunggay');
  const author = page.locator('main a[href^="/forums/profile/"]').first();
  const profile = await author.getAttribute('href');
  // On a short page, the suggestions are in view.
  const { path: post } = await addPost(page);
  const lists = ['/forums/explore', '/forums/my-discussions', '/forums/followers/followed'];
  for (const path of [...lists, post, profile ?? '', '/profile']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const bytes = await scriptBytes(page);
    expect(bytes, path).toBeGreaterThan(50_000);
    expect(bytes, path).toBeLessThanOrEqual(112 * 1024);
  }
});

test('a member whose scripts do not arrive can read on', async ({ page, allowBrowserErrors }) => {
  allowBrowserErrors(/ERR_FAILED|Failed to fetch/);
  await signIn(page, 'jun');
  await page.route(/\/_astro\/.*\.js$/, (route) => route.abort());
  await page.goto('/forums/explore', { waitUntil: 'load' });
  await page.getByRole('link', { name: 'Older posts' }).click();
  await expect(page).toHaveURL(/\?cursor=/);
});

test.describe('a member without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('reads on, a few posts at a time', async ({ page }) => {
    await signIn(page, 'jun');
    await page.goto('/forums/explore');
    const titles = () => postCards(page).getByRole('heading').allTextContents();
    const newest = await titles();
    expect(newest).toHaveLength(3);
    await page.getByRole('link', { name: 'Older posts' }).click();
    await expect(page).toHaveURL(/\?cursor=/);
    const older = await titles();
    expect(older).toHaveLength(3);
    expect(newest).not.toContain(older[0]);
  });
});
