import { expect, type Page } from '@playwright/test';

export const EMAIL = 'maria@glean.example';
export const NEW_PASSWORD = 'Dayami-at-2-Ipa!';

/** Requests a code, and opens the page to enter it. */
export async function requestCode(page: Page, origin: string, email = EMAIL): Promise<void> {
  await page.goto(`${origin}/forgot-password`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'We sent you a code' })).toBeVisible();
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function setPassword(
  page: Page,
  password: string,
  confirmation = password,
): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(confirmation);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}
