// Calls every call of the API with personal access tokens, to find which ones accept them.
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

/** Calls that must never accept tokens, whatever they declare. */
const NEVER =
  /^\w+ \/(admin|token|web\/(auth|calendars|join|email-changes|stewardships|account\/(password|email|export|deletion|confirmations|passkeys|push-devices|consents|sessions|sign-in-phone|tokens|birthdate)))(\/|$)/;

const REJECTIONS = [
  'insufficient_scope',
  'token_not_allowed',
  'cross_origin',
  'invalid_csrf_token',
];

const requestOf = (call: string) => {
  const [method = '', path = ''] = call.split(' ');
  return [method, `/api${path.replaceAll(/:\w+/g, newId)}`] as const;
};

test('no call that accepts tokens concerns the account or staff', () => {
  expect(opened.filter(([call]) => NEVER.test(call))).toEqual([]);
  expect(calls.filter((call) => NEVER.test(call)).length).toBeGreaterThan(60);
  // All writing calls need the scope for it, and no others.
  for (const [call, scope] of opened)
    expect([call, scope]).toEqual([call, call.startsWith('GET ') ? 'read' : 'write']);
});

test('each call without tokens is listed; add a new one here, or declare that it accepts tokens', () => {
  expect(closed.filter((call) => !NEVER.test(call))).toEqual([]);
});

test('no handler is registered for all methods, so that the check of tokens sees each call', () => {
  const handlers = api.routes.filter(({ method, path }) => method === 'ALL' && !path.endsWith('*'));
  expect(handlers).toEqual([]);
});

test('a token with the scope read opens reading calls, and gets 403 from others', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'read');
  for (const [call, scope] of opened) {
    const { status, body, headers } = await sendWithToken(site, token, requestOf(call));
    // The document has no data of members.
    const cached = call === 'GET /openapi.json' ? 'public, max-age=3600' : 'no-store';
    expect([call, headers.get('cache-control')]).toEqual([call, cached]);
    if (scope === 'read') expect([200, 404]).toContain(status);
    else expect([call, status, body['code']]).toEqual([call, 403, 'insufficient_scope']);
    expect(headers.get('www-authenticate')).toBe(
      scope === 'read' ? null : 'Bearer error="insufficient_scope", scope="write"',
    );
  }
});

test('a token with the scope write gets as far as a session, without a CSRF token', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  for (const [call] of opened) {
    const { status, body } = await sendWithToken(site, token, requestOf(call));
    expect([call, status]).not.toEqual([call, 401]);
    expect(status).toBeLessThan(500);
    expect(REJECTIONS).not.toContain(body['code']);
  }
});

test.each(['member', 'staff'] as const)('no closed call accepts a token of a %s', async (who) => {
  const site = await openSite();
  const browser = who === 'staff' ? await signedInStaff(site) : await site.signedIn();
  const { token } = await makeToken(browser, { scope: 'write' });
  for (const call of closed) {
    const { status, body } = await sendWithToken(site, token, requestOf(call));
    expect([call, status, body['code']]).toEqual([call, 403, 'token_not_allowed']);
  }
});

test('an invalid token gets 401 from every call, even from public ones', async () => {
  const site = await openSite();
  const { browser, token, token_id } = await newToken(site, 'write');
  await browser.change('DELETE', `/api/web/account/tokens/${token_id}`);
  // All are rejected; another test covers their rate limit.
  const clock = () => site.advanceClock(1000);
  for (const call of calls) {
    clock();
    const { status, body, headers } = await sendWithToken(site, token, requestOf(call));
    expect([call, status, body['code']]).toEqual([call, 401, 'token_rejected']);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('an unknown path or method gets the same response with a token as without', async () => {
  const site = await openSite();
  const { token } = await newToken(site, 'write');
  expect((await sendWithToken(site, token, ['GET', '/api/web/nothing'])).status).toBe(404);
  expect((await sendWithToken(site, token, ['POST', '/api/web/forum'])).status).toBe(405);
  expect((await sendWithToken(site, token, ['GET', '/api/web/forum/'])).status).toBe(200);
});

test('a closed call is closed in every spelling of its path', async () => {
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
  // Hono handles HEAD like GET.
  const authorization = `Bearer ${token}`;
  const head = (path: string) =>
    site.guest().send(path, { method: 'HEAD', headers: { authorization } });
  expect((await head('/api/web/account/sessions')).status).toBe(403);
  expect((await head('/api/web/forum')).status).toBe(200);
});
