import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { waitForIslandOf } from '#tests/support/browser/navigation.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search Glean' });

async function explore(page: Page, who: string): Promise<void> {
  await signIn(page, who);
  await page.goto('/forums/explore');
}

test(
  'Enter finds a member with their role, and Visit opens the profile',
  { tag: '@full' },
  async ({ page, axe }) => {
    await explore(page, 'jun');
    await field(page).fill('maria');
    await field(page).press('Enter');
    const found = page.getByRole('article').filter({ hasText: 'Maria Santos' }).first();
    await expect(found).toContainText('Farmer');
    await axe();
    await found.getByRole('link', { name: 'Visit' }).click();
    await expect(page).toHaveURL(/\/forums\/profile\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Maria Santos' })).toBeVisible();
  },
);

test('the icon finds posts, more on scroll, each once', async ({ page }) => {
  await explore(page, 'ana');
  await field(page).fill('straw');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const titles = page.getByRole('article').getByRole('heading');
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await titles.count()).toBeGreaterThan(4);
  }).toPass();
  const all = await titles.allTextContents();
  expect(new Set(all).size).toBe(all.length);
});

test(
  'clearing the field clears the search, and so does leaving Explore',
  { tag: '@full' },
  async ({ page }) => {
    await explore(page, 'tess');
    await field(page).fill('zzqqxx');
    await field(page).press('Enter');
    await expect(page.getByText('No post found')).toBeVisible();
    await field(page).fill('');
    await expect(page.getByText('No post found')).toBeHidden();
    await expect(page.getByRole('article').first()).toBeVisible();

    await field(page).fill('zzqqxx');
    await field(page).press('Enter');
    await expect(page.getByText('No post found')).toBeVisible();
    await page.getByRole('link', { name: 'My Discussions' }).click();
    await expect(page).toHaveURL('/forums/my-discussions');
    await expect(field(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
    await expect(field(page)).toHaveValue('');
    await expect(page.getByRole('article').first()).toBeVisible();
  },
);

test('searching from a post opens Explore @full', async ({ page }) => {
  await explore(page, 'lito');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/forums\/posts\//);
  await field(page).fill('maria');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/forums/explore');
  await expect(field(page)).toHaveValue('maria');
  await expect(page.getByRole('link', { name: 'Visit Maria Santos' })).toBeVisible();
});

test('guests, My Discussions and Followers have no search', { tag: '@full' }, async ({ page }) => {
  await page.goto('/forums/explore');
  await expect(field(page)).toHaveCount(0);
  await signIn(page, 'nena');
  for (const path of ['/forums/my-discussions', '/forums/followers']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(field(page)).toHaveCount(0);
  }
});

test('text typed before hydration stays @full', async ({ page }) => {
  await signIn(page, 'mark');
  const scripts = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/forums/explore', { waitUntil: 'commit' });
  await field(page).fill('straw');
  scripts.resolve();
  await waitForIslandOf(field(page));
  await expect(field(page)).toHaveValue('straw');
});

test(
  'a search that fails shows an error, and works on retry',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 400/);
    await explore(page, 'mark');
    const call = '**/api/web/forum/explore/look/**';
    const failure = { error: 'Please try later.', code: 'invalid' };
    await page.route(call, (route) => route.fulfill({ status: 400, json: failure }));
    await field(page).fill('straw');
    await field(page).press('Enter');
    await expect(page.getByRole('main').getByText('Please try later.')).toBeVisible();
    await page.unroute(call);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  },
);

test('a search also finds other names of its words, and reports missing words', async ({
  page,
  axe,
}) => {
  await explore(page, 'jun');
  const note = page.getByText('No post has all of these words. These have most of them.');
  await field(page).fill('garami guimba');
  await field(page).press('Enter');
  const bales = page.getByRole('article').filter({ hasText: '46 round bales of straw in Guimba' });
  await expect(bales).toBeVisible();
  await expect(note).toBeHidden();
  await field(page).fill('garami guimba zzqx');
  await field(page).press('Enter');
  await expect(note).toBeVisible();
  await expect(bales).toBeVisible();
  await axe();
});
