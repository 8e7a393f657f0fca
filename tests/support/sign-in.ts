import type { Page } from '@playwright/test';

/** Every demo member's password. */
export const PASSWORD = 'Palay-2026!';

/**
 * Signs a page's browser in, without the sign-in screen.
 * @param who a demo member, by the part of the address before @glean.example
 */
export async function signIn(page: Page, who: string, origin = ''): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.get(`${origin}/api/token/csrf`);
  const { token } = (await answer.json()) as { token: string };
  const response = await page.request.post(`${origin}/api/web/auth/login`, {
    headers: { ...headers, 'x-csrf-token': token },
    data: { email: `${who}@glean.example`, password: PASSWORD },
  });
  if (!response.ok()) throw new Error(`Cannot sign in as ${who}: ${await response.text()}`);
}
