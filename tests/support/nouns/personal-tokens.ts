// Personal access tokens, and requests with them.
import type { PersonalTokenInput } from '#lib/contract/people/personal-tokens.ts';
import { type ApiResponse, type Browser, readResponse } from '#tests/support/site/http-browser.ts';
import { PASSWORD, type Site } from '#tests/support/site/site.ts';

export const TOKENS = '/api/web/account/tokens';

/** Submits the form of a new token, with the password. */
export const askForToken = (browser: Browser, given: Partial<PersonalTokenInput> = {}) =>
  browser.post(TOKENS, { name: 'My app', scope: 'read', confirm_password: PASSWORD, ...given });

/**
 * Makes a token.
 * @throws Error when it is rejected
 */
export async function makeToken(
  browser: Browser,
  given: Partial<PersonalTokenInput> = {},
): Promise<{ token: string; token_id: string }> {
  const { status, body } = await askForToken(browser, given);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body['data'];
}

/** @returns a token of a new member */
export async function newToken(site: Site, scope: 'read' | 'write') {
  const browser = await site.signedIn();
  return { browser, ...(await makeToken(browser, { scope })) };
}

/** Sends a request with a token, and neither cookies nor a CSRF token. */
export async function sendWithToken(
  site: Site,
  token: string,
  [method, path, body]: readonly [string, string, (FormData | object)?],
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const sent = body instanceof FormData ? new Response(body) : Response.json(body ?? {});
  const bytes = await sent.arrayBuffer();
  const response = await site.guest().send(path, {
    method,
    ...(method !== 'GET' && { body: bytes }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(method !== 'GET' && { 'content-type': sent.headers.get('content-type') ?? '' }),
      ...headers,
    },
  });
  return readResponse(response);
}
