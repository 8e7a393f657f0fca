import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const ROW = '/forums/profile/';

/** Finds a member by name and opens their profile. */
async function visit(page: Page, who: string, name: string): Promise<void> {
  await signIn(page, who);
  await page.goto(`/forums/explore?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name: `Visit ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test(
  'Followers opens the list of followers, with Following beside it',
  { tag: '@desktop' },
  async ({ page }) => {
    await signIn(page, 'maria');
    await page.goto('/forums/followers');
    await expect(page).toHaveURL('/forums/followers/followed');
    const rows = page.getByRole('main').locator(`a[href^="${ROW}"]`);
    await expect(rows).not.toHaveCount(0);
    await page.getByRole('link', { name: 'Following', exact: true }).click();
    await expect(page).toHaveURL('/forums/followers/following');
    await expect(rows).not.toHaveCount(0);
    await rows.first().click();
    await expect(page).toHaveURL(/\/forums\/profile\//);
  },
);

test('following and unfollowing show immediately, with a toast', async ({ page, axe }) => {
  await visit(page, 'rosario', 'Pilar Ocampo');
  const followers = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Follower' });
  const before = Number.parseInt((await followers.first().textContent()) ?? '', 10);
  const release = Promise.withResolvers<void>();
  let sent = 0;
  // A second press would unfollow.
  await page.route(/\/(?:un)?follow\/account\//, async (route) => {
    sent += 1;
    await release.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const unfollow = page.getByRole('button', { name: 'Unfollow', exact: true });
  await expect(unfollow).toBeDisabled();
  await unfollow.press('Enter');
  await expect(followers.first()).toContainText(String(before + 1));
  release.resolve();
  await expect(page.getByText('Followed a new user.')).toBeVisible();
  expect(sent).toBe(1);
  await axe();
  await unfollow.click();
  await expect(page.getByText('Unfollowed user')).toBeVisible();
  await expect(followers.first()).toContainText(String(before));
  await expect(page.getByText('Post Available')).toBeVisible();
});

test(
  'a follow that fails is rolled back with an error',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 500/);
    await visit(page, 'rosario', 'Celia Manalo');
    const failure = { error: 'Please try later.', code: 'internal' };
    await page.route('**/follow/account/**', (route) =>
      route.fulfill({ status: 500, json: failure }),
    );
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await expect(page.getByText('Please try later.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  },
);

test('a profile shows all posts of the member, each once @full', async ({ page }) => {
  await visit(page, 'vicky', 'Maria Santos');
  const count = page.getByRole('listitem').filter({ hasText: 'Post Available' });
  const posts = Number.parseInt((await count.textContent()) ?? '', 10);
  expect(posts).toBeGreaterThan(2);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await titles.count()).toBe(posts);
  }).toPass();
  expect(new Set(await titles.allTextContents()).size).toBe(posts);
});

test(
  'the own profile redirects to My Discussions, a missing one to Explore',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'ana');
    await page.goto('/forums/profile/nonsense');
    await expect(page).toHaveURL('/forums/explore');
    const own = await page.locator('[data-viewer]').getAttribute('data-viewer');
    await page.goto(`/forums/profile/${own}`);
    await expect(page).toHaveURL('/forums/my-discussions');
  },
);

test('lists, profile and post are accessible', { tag: '@full' }, async ({ page, axe }) => {
  await visit(page, 'jun', 'Ana Dizon');
  await axe();
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('button', { name: 'View Comments' })).toBeVisible();
  await page.getByRole('button', { name: 'View Comments' }).click();
  await axe();
  await page.goto('/forums/followers/following');
  await axe();
});
