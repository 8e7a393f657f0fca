import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const PATH = '/display';
const PHONE = { width: 360, height: 740 };
const DARK_BAR = '#141711';

test.use({ colorScheme: 'light' });

const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();

const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** Chooses the dark theme. @returns the color of the page */
async function chooseDark(page: Page): Promise<string> {
  const light = await groundOf(page);
  await choose(page, 'Dark');
  await expect.poll(() => groundOf(page)).not.toBe(light);
  return groundOf(page);
}

/** The color of the browser's own bar. */
const barColor = (page: Page) =>
  page.evaluate(() => {
    const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
    return Array.from(metas).find(({ media }) => matchMedia(media).matches)?.content;
  });

/** Records the theme of each page at its first frame. */
const noteFirstFrames = (page: Page) =>
  page.addInitScript(() => {
    requestAnimationFrame(() => {
      const color = getComputedStyle(document.documentElement).backgroundColor;
      sessionStorage.setItem('first-frame', color);
    });
  });

const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('a theme applies when it is chosen, and on every page from its first frame', async ({
  page,
  axe,
}) => {
  await page.goto(PATH);
  const light = await groundOf(page);
  expect(await barColor(page)).toBe('#f9f6eb');
  const dark = await chooseDark(page);
  await expect(page.getByRole('status')).toHaveText('Saved.');
  expect(await barColor(page)).toBe(DARK_BAR);
  await axe();

  await noteFirstFrames(page);
  for (const path of ['/', '/eduhub', PATH]) {
    await page.goto(path);
    expect(await page.evaluate(() => sessionStorage.getItem('first-frame'))).toBe(dark);
    expect(await barColor(page)).toBe(DARK_BAR);
  }
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await choose(page, 'System');
  expect(await groundOf(page)).toBe(light);
});

test('a member’s theme stays when the router swaps pages @full', async ({ page }) => {
  await signIn(page, 'tess');
  await page.goto(PATH);
  const dark = await chooseDark(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await groundOf(page)).toBe(dark);
  expect(await barColor(page)).toBe(DARK_BAR);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await groundOf(page)).toBe(dark);
});

test('text at 130 % fits a phone of 360 px @full', async ({ page, axe }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, 'tess');
  await page.goto(PATH);
  await choose(page, 'Largest');
  await expect(page.locator('html')).toHaveCSS('font-size', '20.8px');
  await axe();
  const paths = ['/forums/explore', '/profile', '/exchange', '/eduhub', '/notifications', PATH];
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '20.8px');
    expect([path, await overflowOf(page)]).toEqual([path, 0]);
  }
  await page.goto('/profile');
  const clipped = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.filter((tab) => tab.scrollWidth > tab.clientWidth).length);
  expect(clipped).toBe(0);
});

test('the data saver is chosen on the page of the theme @full', async ({ page }) => {
  await page.goto(PATH);
  await page.getByRole('checkbox', { name: 'Data saver' }).check();
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await page.goto('/eduhub');
  await expect(page.locator('main img[data-src]').first()).toBeVisible();
});

test('choices stay without a connection @full', async ({ page, context, allowBrowserErrors }) => {
  allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(PATH);
  await context.setOffline(true);
  const dark = await chooseDark(page);
  await context.setOffline(false);
  await page.goto('/about');
  expect(await groundOf(page)).toBe(dark);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form saves, and confirms it', async ({ page }) => {
    await page.goto(PATH);
    await choose(page, 'Dark');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(`${PATH}?saved`);
    await expect(page.getByRole('status')).toHaveText('Saved.');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });
});
