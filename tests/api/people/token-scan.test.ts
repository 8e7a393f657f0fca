// Every call of the API with personal access tokens: what they open, and that nothing else is open to them.
import { expect, test } from 'vitest';

import { api } from '#lib/server/app/app.ts';
import { ALL_CALLS } from '#lib/server/app/calls.ts';
import { scopeOf } from '#lib/server/platform/http/calls.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { makeToken, newToken, sendWithToken } from '#tests/support/nouns/personal-tokens.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

const calls = Object.keys(ALL_CALLS);
const scopes = Object.entries(ALL_CALLS).map(
  ([name, call]) => [name, scopeOf(name, call)] as const,
);
const opened = scopes.filter(([, scope]) => scope !== undefined);
const closed = scopes.filter(([, scope]) => scope === undefined).map(([name]) => name);

/** What no token may ever open, whoever declares a call. */
const NEVER =
  /^\w+ \/(admin|token|web\/(auth|calendars|join|email-changes|stewardships|account\/(password|email|export|deletion|confirmations|passkeys|push-devices|consents|sessions|sign-in-phone|tokens|birthdate)))(\/|$)/;

const REJECTIONS = [
  'insufficient_scope',
  'token_not_allowed',
  'cross_origin',
  'invalid_csrf_token',
];

/** @returns a request for a call */
const requestOf = (call: string) => {
  const [method = '', path = ''] = call.split(' ');
  return [method, `/api${path.replaceAll(/:\w+/g, newId)}`] as const;
};

test('no call that tokens open is about the account or of staff', () => {
  expect(opened.filter(([call]) => NEVER.test(call))).toEqual([]);
  expect(calls.filter((call) => NEVER.test(call)).length).toBeGreaterThan(60);
  // Only what writes needs the scope for it, and all that writes does.
  for (const [call, scope] of opened)
    expect([call, scope]).toEqual([call, call.startsWith('GET ') ? 'read' : 'write']);
});

test('each closed call is closed on purpose: a new one is added here, or declared as open', () => {
  expect(closed.filter((call) => !NEVER.test(call))).toEqual([]);
});

test('no handler is registered for all methods, so that the check of tokens sees each', () => {
  const handlers = api.routes.filter(({ method, path }) => method === 'ALL' && !path.endsWith('*'));
  expect(handlers).toEqual([]);
});

test('a token with the scope read opens what reads, and gets 403 from what writes', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'read');
  for (const [call, scope] of opened) {
    const { status, body, headers } = await sendWithToken(site, token, requestOf(call));
    // The document has nothing of a member's.
    const cached = call === 'GET /openapi.json' ? 'public, max-age=3600' : 'no-store';
    expect([call, headers.get('cache-control')]).toEqual([call, cached]);
    if (scope === 'read') expect([200, 404]).toContain(status);
    else expect([call, status, body['code']]).toEqual([call, 403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toBe(
      scope === 'read' ? null : 'Bearer error="insufficient_scope", scope="write"',
    );
  }
});

test('a token with the scope write comes as far as a session does, without a CSRF token', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  for (const [call] of opened) {
    const { status, body } = await sendWithToken(site, token, requestOf(call));
    expect([call, status]).not.toEqual([call, 401]);
    expect(status).toBeLessThan(500);
    expect(REJECTIONS).not.toContain(body['code']);
  }
});

test.each(['member', 'staff'] as const)('no closed call opens to a token of a %s', async (who) => {
  const site = await openSite();
  const browser = who === 'staff' ? await signedInStaff(site) : await site.signedIn();
  const { token } = await makeToken(browser, { scope: 'write' });
  for (const call of closed) {
    const { status, body } = await sendWithToken(site, token, requestOf(call));
    expect([call, status, body['code']]).toEqual([call, 403, 'token_not_allowed']);
  }
});

test('a token that does not work gets 401 from every call, also from those that are open to all', async () => {
  const site = await openSite();
  const { browser, token, token_id } = await newToken(site, 'write');
  await browser.change('DELETE', `/api/web/account/tokens/${token_id}`);
  // Each of them is rejected; the limit of them is tested by itself.
  const clock = () => site.advanceClock(1000);
  for (const call of calls) {
    clock();
    const { status, body, headers } = await sendWithToken(site, token, requestOf(call));
    expect([call, status, body['code']]).toEqual([call, 401, 'token_rejected']);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('an unknown path, and another method, say so to a token as to everyone', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  expect((await sendWithToken(site, token, ['GET', '/api/web/nothing'])).status).toBe(404);
  expect((await sendWithToken(site, token, ['POST', '/api/web/forum'])).status).toBe(405);
  expect((await sendWithToken(site, token, ['GET', '/api/web/forum/'])).status).toBe(200);
});

test('a closed call is closed however it is spelled', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  const send = async (method: string, path: string) =>
    (await sendWithToken(site, token, [method, path])).status;
  expect(await send('GET', '/api/web/account/sessions/')).toBe(403);
  expect(await send('GET', '/api/web/account/sessions?cursor=0')).toBe(403);
  for (const path of [
    '/api/web/account/%73essions',
    '/api/web/account/./sessions',
    '/api/web/forum/../account/sessions',
    '/api/web/account//sessions',
    '/api/web/account/sessions%2f',
    '/api/web/account/sessions;x',
    '/api/web/Account/sessions',
    '/API/web/account/sessions',
  ])
    expect([400, 403, 404]).toContain(await send('GET', path));
  // Hono responds to a HEAD as to a GET.
  const authorization = `Bearer ${token}`;
  const head = (path: string) =>
    site.guest().send(path, { method: 'HEAD', headers: { authorization } });
  expect((await head('/api/web/account/sessions')).status).toBe(403);
  expect((await head('/api/web/forum')).status).toBe(200);
});
