import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost, addPostWithImage } from '#tests/support/browser/forum-requests.ts';
import { waitForIslandOf } from '#tests/support/browser/navigation.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const TOLERANCE_PX = 4;

const topOf = (item: Locator) => item.evaluate((it) => it.getBoundingClientRect().top);
const idOf = (item: Locator) => item.evaluate((it) => it.id);

// Astro renders an island's root while React hydrates it: on a busy machine React then renders it again in the browser.
test.beforeEach(({ allowBrowserErrors }) => allowBrowserErrors(/React error #424/));

/** Scrolls with the wheel until a list that loads more on scroll shows an item. */
async function scrollTo(page: Page, item: Locator): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    expect(await item.count()).toBe(1);
  }).toPass();
  await item.scrollIntoViewIfNeeded();
}

/** Opens the link in an item, goes back, and reloads; after each step the item must be in the same place. */
async function expectReturn(page: Page, item: Locator, link: Locator): Promise<void> {
  const id = await idOf(item);
  const same = page.locator(`[id="${id}"]`);
  const list = page.url();
  await expect
    .poll(() => page.evaluate(() => (history.state as { place?: { y: number } }).place?.y))
    .toBe(await page.evaluate(() => scrollY));
  const before = await topOf(item);
  const expectSamePlace = () =>
    expect(async () => {
      expect(Math.abs((await topOf(same)) - before)).toBeLessThan(TOLERANCE_PX);
    }).toPass();
  await link.click();
  await expect(page).not.toHaveURL(list);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expectSamePlace();
  await page.reload();
  await expectSamePlace();
  await page.goto('/legal-agreements/licensing-terms');
  await page.goBack();
  await expectSamePlace();
}

test('Back to the feed restores its place', async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  const card = page.getByRole('article').nth(22);
  await scrollTo(page, card);
  await expectReturn(page, card, card.getByRole('heading').getByRole('link'));
});

test('Back to the results of a search restores their place', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/forums/explore');
  const field = page.getByRole('searchbox', { name: 'Search Glean' });
  await field.fill('straw');
  await field.press('Enter');
  const card = page.getByRole('main').getByRole('article').nth(6);
  await scrollTo(page, card);
  await expectReturn(page, card, card.getByRole('link').first());
  await expect(page).toHaveURL('/forums/explore');
  await expect(field).toHaveValue('straw');
  await page.getByRole('link', { name: 'Explore', exact: true }).first().click();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('article').first()).toBeInViewport();
});

test(
  'Back to the followers restores their place',
  { tag: ['@full', '@desktop'] },
  async ({ page }) => {
    await signIn(page, 'maria');
    await page.goto('/forums/followers/followed');
    const row = page.getByRole('main').getByRole('listitem').nth(12);
    await scrollTo(page, row);
    await expectReturn(page, row, row.getByRole('link'));
  },
);

test('Back to EduHub restores its place', { tag: '@full' }, async ({ page }) => {
  await page.goto('/eduhub');
  const card = page.locator('[data-cards] > li').nth(13);
  await scrollTo(page, card);
  await expectReturn(page, card, card.getByRole('link'));
});

const dialog = (page: Page) => page.getByRole('dialog');
/** Does not wait: a step between two entries of one page is no navigation, and another page ends a running call. */
const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()));
const expectEntry = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => (history.state as { isDialog?: true }).isDialog))
    .toBe(true);
/** Expects no history entry of a dialog: it is removed shortly after the dialog. */
const expectNoEntry = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => (history.state as { isDialog?: true }).isDialog ?? false))
    .toBe(false);

test('Back closes the picture viewer, and then leaves the post', async ({ page }) => {
  await signIn(page, 'jun');
  const { path, title } = await addPostWithImage(page);
  await page.goto('/forums/explore');
  await page.getByRole('heading', { name: title }).getByRole('link').click();
  await expect(page).toHaveURL(path);
  const open = page.getByRole('link', { name: 'View photo 1 full screen' });
  await expect(open).toBeVisible();
  await waitForIslandOf(open);
  for (const close of [() => goBack(page), () => page.keyboard.press('Escape')]) {
    await open.click();
    await expect(dialog(page)).toBeVisible();
    await expectEntry(page);
    await close();
    await expect(dialog(page)).toHaveCount(0);
    await expectNoEntry(page);
    await expect(page).toHaveURL(path);
  }
  await goBack(page);
  await expect(page).toHaveURL('/forums/explore');
});

test('Back asks before it discards a post, and a second Back keeps it @full', async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/about');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const title = dialog(page).getByLabel('Title');
  await title.fill('Corn cobs');
  const question = page.getByRole('alertdialog', { name: 'Save it for later?' });
  await expectEntry(page);
  await goBack(page);
  await expect(question).toBeVisible();
  await expectEntry(page);
  await goBack(page);
  await expect(question).toHaveCount(0);
  await expect(title).toHaveValue('Corn cobs');
  await expectEntry(page);
  await goBack(page);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expectNoEntry(page);
  await goBack(page);
  await expect(page).toHaveURL('/about');
});

test(
  'deleting a post on its own page leaves no history entry of the dialog',
  { tag: '@full' },
  async ({ page }) => {
    await signIn(page, 'jun');
    const { path } = await addPost(page);
    await page.goto('/about');
    await page.goto(path);
    await page.getByRole('button', { name: /^More options for/ }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL('/forums/my-discussions');
    await expectNoEntry(page);
  },
);

test('a reload with a dialog open leaves no history entry', { tag: '@full' }, async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/about');
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await expectEntry(page);
  await page.reload();
  await expectNoEntry(page);
  await goBack(page);
  await expect(page).toHaveURL('/about');
});

test('Back closes a drawing of a guide', { tag: '@full' }, async ({ page }) => {
  await page.goto('/eduhub');
  await page.locator('[data-cards] a').first().click();
  await expect(page.getByText('- THE END')).toBeVisible();
  const guide = page.url();
  await page.locator('[data-image-link]').first().click();
  const viewer = page.getByRole('dialog', { name: 'Image, full screen' });
  await expect(viewer).toBeVisible();
  await expectEntry(page);
  await goBack(page);
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(guide);
});
