import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const FLY = 'Black soldier fly: feed from what the market throws away';

/** Deferred images; avatars are small, and load at once. */
const PICTURE = /^\/media\/.*\/(480|720|960|1[26]00)\.webp$/;
const DIALOG = /^\/_astro\/PostDialog\..*\.js$/;

/** Records the paths that a page requests. */
function watchFetches(page: Page, kind: RegExp): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (kind.test(pathname)) fetched.push(pathname);
  });
  return fetched;
}

const expectLoaded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element) => (element as HTMLImageElement).currentSrc))
    .toMatch(/\/media\/.*\.webp$/);

test(
  'the data saver defers images until they are tapped, and is stored',
  { tag: '@full' },
  async ({ page, axe }) => {
    // A list that loads more on scroll would move the footer under the click.
    await page.goto('/about');
    await page.getByRole('button', { name: 'Data saver: off' }).click();
    const on = page.getByRole('button', { name: 'Data saver: on' });
    await expect(on).toHaveAttribute('aria-pressed', 'true');
    const fetched = watchFetches(page, PICTURE);
    await page.goto('/forums/explore');
    await page.goto('/eduhub');
    await axe();
    expect(fetched).toEqual([]);

    const card = page.getByRole('link', { name: FLY });
    const image = card.locator('img');
    await image.click();
    await expect(page).toHaveURL('/eduhub');
    await expectLoaded(image);
    expect(fetched).toHaveLength(1);
    await image.click();
    await expect(page.getByText('- THE END')).toBeVisible();
    const block = page.getByRole('link', { name: /^Image: / }).first();
    await block.press('Enter');
    await expect(block.locator('img')).toHaveAttribute('src', /^\/media\//);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await block.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');

    await on.click();
    await expect(page.getByRole('button', { name: 'Data saver: off' })).toBeVisible();
    await expect(page.getByRole('article').locator('img').first()).toHaveAttribute(
      'src',
      /^\/media\//,
    );
  },
);

test.describe('with save-data and without a script', () => {
  test.use({ javaScriptEnabled: false, extraHTTPHeaders: { 'save-data': 'on' } });

  test('images are deferred, and those with content have a link', async ({ page }) => {
    const fetched = watchFetches(page, PICTURE);
    await page.goto('/eduhub');
    await page.getByRole('link', { name: FLY }).click();
    await expect(page.getByText('- THE END')).toBeVisible();
    expect(fetched).toEqual([]);
    const link = page.getByRole('link', { name: /^Image: / }).first();
    await expect(link).toHaveAttribute('href', /^\/media\/.*\.webp$/);
  });
});

test(
  'PDF pages are loaded on tap, too',
  { tag: '@full' },
  async ({ page, context, baseURL, axe }) => {
    await context.addCookies([{ name: 'data-saver', value: 'on', url: baseURL ?? '' }]);
    await page.goto('/legal-agreements/data-privacy');
    const open = page.getByRole('button', { name: 'View PDF' });
    await open.scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 1);
    await axe();
    await open.click();
    await expect(page.locator('canvas').first()).toBeVisible();
  },
);

test.describe('a member with save-data', () => {
  test.use({ extraHTTPHeaders: { 'save-data': 'on' } });

  test(
    'images and the post dialog load on tap, in the list, the post and full screen',
    { tag: '@full' },
    async ({ page, axe }) => {
      await signIn(page, 'jun');
      const fetched = watchFetches(page, PICTURE);
      const dialogs = watchFetches(page, DIALOG);
      await page.goto('/forums/explore');
      const cards = page.getByRole('article');
      const card = cards.filter({ hasText: '120 bundles of rice straw' });
      // Other tests may have added posts.
      await expect(async () => {
        await page.keyboard.press('End');
        expect(await cards.count()).toBeGreaterThan(10);
        expect(await card.count()).toBe(1);
      }).toPass({ intervals: [200] });
      expect(fetched).toEqual([]);
      await axe();
      expect(dialogs).toEqual([]);
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Create post' })).toBeVisible();
      expect(dialogs).toHaveLength(1);
      await page.keyboard.press('Escape');

      const image = card.getByRole('img', { name: /^Tied bundles/ });
      await image.click();
      await expect(page).toHaveURL('/forums/explore');
      await expectLoaded(image);
      expect(fetched).toHaveLength(1);
      await card.getByRole('heading').click();

      const opener = page.getByRole('link', { name: 'View photo 1 full screen' });
      await opener.press('Enter');
      await expectLoaded(opener.locator('img'));
      const dialog = page.getByRole('dialog');
      await expect(dialog).toHaveCount(0);
      await opener.press('Enter');
      await expectLoaded(dialog.getByRole('img', { name: /^Tied bundles/ }));
      await expect(dialog.getByRole('img', { name: /^Straw tied in sheaves/ })).toHaveAttribute(
        'data-src',
      );
      await axe();
    },
  );
});
