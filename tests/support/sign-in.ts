import { expect, type Page } from '@playwright/test';

/** Every demo member's password. */
export const PASSWORD = 'Palay-2026!';

/**
 * Logs a page's browser in through the API.
 * @param who the local part of a demo member's email
 */
export async function signIn(page: Page, who: string, origin = ''): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const tokenResponse = await page.request.get(`${origin}/api/token/csrf`);
  const { token } = (await tokenResponse.json()) as { token: string };
  const response = await page.request.post(`${origin}/api/web/auth/login`, {
    headers: { ...headers, 'x-csrf-token': token },
    data: { email: `${who}@glean.example`, password: PASSWORD },
  });
  if (!response.ok()) throw new Error(`Cannot sign in as ${who}: ${await response.text()}`);
}

/** Fills in the open login screen, and presses Enter once it is hydrated. */
export async function enterCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  await page.keyboard.press('Enter');
}
