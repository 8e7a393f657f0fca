import type { APIResponse, Page } from '@playwright/test';

/**
 * Sends an API request with a page's session.
 * @param path below /api/web
 * @param sent Playwright's options of a request: its `method` (POST by default), `data` or `multipart`
 * @throws Error with the response's text, unless it succeeds
 */
export async function sendRequest(page: Page, path: string, sent: object): Promise<APIResponse> {
  const tokenResponse = await page.request.get('/api/token/csrf');
  const { token } = (await tokenResponse.json()) as { token: string };
  const headers = { 'x-csrf-token': token, 'sec-fetch-site': 'same-origin' };
  const response = await page.request.fetch(`/api/web${path}`, {
    method: 'POST',
    headers,
    ...sent,
  });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return response;
}
