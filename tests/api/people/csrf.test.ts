import { expect, test } from 'vitest';

import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const LOGIN = '/api/web/auth/login';

/** Sends a valid login request with the given changes. */
async function signInWith(headers: Record<string, string>, age = 0) {
  const site = await openSite();
  const { email } = await site.member();
  const browser = site.guest();
  const token = await browser.token();
  site.advanceClock(age);
  const response = await browser.send(LOGIN, {
    method: 'POST',
    body: JSON.stringify({ email, password: PASSWORD }),
    headers: {
      'content-type': 'application/json',
      origin: 'http://localhost',
      'x-csrf-token': token,
      ...headers,
    },
  });
  return { status: response.status, body: await response.json() };
}

test('a valid token from the site’s own page is accepted', async () => {
  expect((await signInWith({})).status).toBe(200);
});

test.each([
  ['no token', { 'x-csrf-token': '' }],
  ['a made-up token', { 'x-csrf-token': '9999999999999.abc' }],
  ['a malformed token', { 'x-csrf-token': '__proto__' }],
])('%s is rejected', async (_, headers) => {
  const { status, body } = await signInWith(headers);
  expect(status).toBe(403);
  expect(body).toMatchObject({ code: 'invalid_csrf_token' });
});

test('a CSRF token is rejected after an hour', async () => {
  expect(await signInWith({}, HOUR + 1)).toMatchObject({
    status: 403,
    body: { code: 'invalid_csrf_token' },
  });
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another port', { origin: 'http://localhost:8080' }],
  ['a sister domain', { 'sec-fetch-site': 'same-site' }],
  ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
  ['no origin', { origin: '' }],
])('a request from %s is rejected', async (_, headers) => {
  expect(await signInWith(headers)).toMatchObject({ status: 403, body: { code: 'cross_origin' } });
});

test('another visitor’s token and one from before the login are rejected', async () => {
  const site = await openSite();
  const browser = site.guest();
  const foreign = await site.guest().token();
  const own = await browser.token();
  const { email } = await site.member();
  const credentials = { email, password: PASSWORD };
  const wrong = await browser.post(LOGIN, credentials, { 'x-csrf-token': foreign });
  expect(wrong.status).toBe(403);
  await browser.post(LOGIN, credentials);
  const stale = await browser.post('/api/web/auth/logout', {}, { 'x-csrf-token': own });
  expect(stale.status).toBe(403);
  expect((await browser.get('/api/web/forum')).status).toBe(200);
});

test('a request from a page rendered for another member is rejected', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const browser = await site.signedIn();
  const logout = (viewer: string) =>
    browser.post('/api/web/auth/logout', {}, { 'x-viewer-id': viewer });
  expect(await logout(id)).toMatchObject({ status: 401, body: { code: 'viewer_mismatch' } });
  expect((await logout(browser.member.id)).status).toBe(200);
});

test('a read from a page rendered for another member is rejected', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const browser = await site.signedIn();
  const read = (viewer: string) => browser.get('/api/web/forum', { 'x-viewer-id': viewer });
  for (const [viewer, status] of [
    [browser.member.id, 200],
    [id, 401],
    [browser.member.id, 200],
  ] as const)
    expect((await read(viewer)).status).toBe(status);
  expect((await browser.get('/api/token/access', { 'x-viewer-id': id })).status).toBe(401);
});

test('no origin is allowed by CORS (ASVS 3.4.2)', async () => {
  const site = await openSite();
  for (const origin of ['https://evil.example', 'null', 'http://localhost']) {
    const response = await site.guest().send('/api/token/csrf', { headers: { origin } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  }
});
