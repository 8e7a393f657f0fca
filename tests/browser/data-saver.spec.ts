import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser.ts';

const FLY = 'Black soldier fly: feed from what the market throws away';

/** Notes the pictures that a page fetches; faces are small, and are not held. */
function watchPictures(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/media\/.*\/(480|960|1[26]00)\.webp$/.test(pathname)) fetched.push(pathname);
  });
  return fetched;
}

test('the switch holds pictures until they are tapped, and is remembered', async ({
  page,
  axe,
}) => {
  await page.goto('/eduhub');
  await page.getByRole('button', { name: 'Use less data: off' }).click();
  const on = page.getByRole('button', { name: 'Use less data: on' });
  await expect(on).toHaveAttribute('aria-pressed', 'true');
  const fetched = watchPictures(page);
  await axe();
  await page.goto('/forums/explore');
  await page.goto('/eduhub');
  expect(fetched).toEqual([]);

  const card = page.getByRole('link', { name: FLY });
  const picture = card.locator('img');
  await picture.click();
  await expect(page).toHaveURL('/eduhub');
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).currentSrc))
    .toMatch(/\/media\/.*\.webp$/);
  expect(fetched).toHaveLength(1);
  await picture.click();
  await expect(page.getByText('- THE END')).toBeVisible();
  const block = page.getByRole('link', { name: /^Picture: / }).first();
  await block.press('Enter');
  await expect(block.locator('img')).toHaveAttribute('src', /^\/media\//);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await block.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  await on.click();
  await expect(page.getByRole('button', { name: 'Use less data: off' })).toBeVisible();
  await expect(page.getByRole('article').locator('img').first()).toHaveAttribute(
    'src',
    /^\/media\//,
  );
});

test.describe('asked for by the browser, without a script', () => {
  test.use({ javaScriptEnabled: false, extraHTTPHeaders: { 'save-data': 'on' } });

  test('pictures are held, and a link leads to each that explains something', async ({ page }) => {
    const fetched = watchPictures(page);
    await page.goto('/eduhub');
    await page.getByRole('link', { name: FLY }).click();
    await expect(page.getByText('- THE END')).toBeVisible();
    expect(fetched).toEqual([]);
    const link = page.getByRole('link', { name: /^Picture: / }).first();
    await expect(link).toHaveAttribute('href', /^\/media\/.*\.webp$/);
  });
});
