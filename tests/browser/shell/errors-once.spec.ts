// An error is shown in one place at a time, and never over the next control (docs/product.md, "Toasts").
import type { Locator } from '@playwright/test';

import { MESSAGES } from '#lib/server/platform/messages/en.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addPost } from '#tests/support/browser/forum-requests.ts';
import { enterCredentials, signIn } from '#tests/support/browser/sign-in.ts';

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  expect(box).not.toBeNull();
  return box ?? { x: 0, y: 0, width: 0, height: 0 };
}

async function expectApart(toast: Locator, element: Locator): Promise<void> {
  const [one, other] = [await boxOf(toast), await boxOf(element)];
  const isApart =
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y;
  expect(isApart, `${JSON.stringify(one)} covers ${JSON.stringify(other)}`).toBe(true);
}

test('a failed login is shown by LoginToast, and by the form once that has closed @full', async ({
  page,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 401/);
  await page.goto('/login');
  await enterCredentials(page, 'tess@glean.example', 'not her password');
  const shown = page.getByText(MESSAGES.wrong_credentials).filter({ visible: true });
  const toast = page.locator('.LoginToast').getByRole('alert');
  await expect(toast).toHaveText(MESSAGES.wrong_credentials);
  await expect(shown).toHaveCount(1);
  for (const name of ['Login', 'Show password'])
    await expectApart(toast, page.getByRole('main').getByRole('button', { name }));
  await expectApart(toast, page.getByLabel('Email'));
  await expectApart(toast, page.getByLabel('Password', { exact: true }));
  await expectApart(toast, page.getByRole('main').getByRole('link', { name: 'Home' }));
  await expect(page.getByRole('main').getByText(MESSAGES.wrong_credentials)).toBeVisible();
  await expect(shown).toHaveCount(1);
  await expect(toast).toHaveCount(0);
});

test('a form’s own errors are shown beside their fields only', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Password', { exact: true }).fill('some password');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(MESSAGES.email_required);
  await expect(page.getByText(MESSAGES.email_required).filter({ visible: true })).toHaveCount(1);
  await expect(page.locator('.LoginToast')).toHaveCount(0);
});

test('on a phone a toast covers the header, and nothing else @full', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'it is about phones');
  await signIn(page, 'tess');
  const { path } = await addPost(page);
  await page.goto(path);
  await page.getByRole('button', { name: /^More options/ }).click();
  await page.getByRole('button', { name: 'Turn off notifications' }).click();
  const toast = page.locator('.ForumsPageToast').getByRole('status');
  await expect(toast).toBeVisible();
  await expectApart(toast, page.getByRole('searchbox'));
  await expectApart(toast, page.getByRole('navigation', { name: 'Glean Community' }));
});
