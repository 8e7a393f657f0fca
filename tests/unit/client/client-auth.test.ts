import { beforeEach, expect, test } from 'vitest';

import { ApiError } from '#lib/client/http/api-error.ts';
import { expiryOf, getAccessToken, withAccessToken } from '#lib/client/http/request.ts';
import { idempotencyKeyFor } from '#lib/client/idempotency-keys.ts';
import { isMarkedSignedOut } from '#lib/client/page/pending-sign-out.ts';
import { endSession, login, logout } from '#lib/client/people/auth.ts';
import { isLoggedIn } from '#lib/client/stores/login.ts';
import { stubFetch, stubBrowserGlobals } from '#tests/support/site/client-fixtures.ts';

const NOW = Date.UTC(2026, 10, 21);
const token = (claims: object) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const minutes = (n: number) => NOW / 1000 + n * 60;
const credentials = { email: 'maria@glean.example', password: 'Straw-for-7-Cows' };
const member = { data: { account_id: '1', name: 'Maria Santos' } };
const notSignedIn = () => new ApiError('No.', { code: 'unauthenticated', status: 401 });
const expired = () => new ApiError('No.', { code: 'invalid_access_token', status: 401 });
const unauthorized = () =>
  Response.json({ error: 'No.', code: 'unauthenticated' }, { status: 401 });

beforeEach(() => {
  stubBrowserGlobals();
  isLoggedIn.set(false);
});

test.each([
  ['has one', token({ exp: minutes(1) }), minutes(1) * 1000],
  ['has none', token({ sub: '1' }), 0],
  ['is malformed', 'rubbish', 0],
])('the expiry of a token that %s', (_, given, end) => {
  expect(expiryOf(given)).toBe(end);
});

test('concurrent callers share a token until it expires', async () => {
  isLoggedIn.set(true);
  const calls = stubFetch(() => Response.json({ token: token({ exp: minutes(10) }) }));
  const both = await Promise.all([getAccessToken(NOW), getAccessToken(NOW)]);
  expect(both[0]).toBe(both[1]);
  await getAccessToken(NOW + 9 * 60_000);
  expect(calls).toHaveLength(1);
  await getAccessToken(NOW + 10 * 60_000);
  expect(calls).toHaveLength(2);
});

test('a stored token without an expiry is replaced', async () => {
  sessionStorage.setItem('access_token', token({ sub: '1' }));
  const calls = stubFetch(() => Response.json({ token: token({ exp: minutes(10) }) }));
  await getAccessToken(NOW);
  expect(calls).toHaveLength(1);
});

test('logging in takes two consecutive requests, and forgets an earlier access token', async () => {
  sessionStorage.setItem('access_token', 'h.c.s');
  const calls = stubFetch(() => Response.json(member));
  expect(await login(credentials)).toEqual(member.data);
  expect(calls.map(({ path }) => path)).toEqual(['/api/token/csrf', '/api/web/auth/login']);
  expect(sessionStorage.getItem('access_token')).toBe(null);
  expect(isLoggedIn.get()).toBe(true);
});

test('a browser without cookies, whose CSRF tokens are all rejected, gets an error', async () => {
  const body = { error: 'This page was open too long.', code: 'invalid_csrf_token' };
  stubFetch(() => Response.json(body, { status: 403 }));
  await expect(login(credentials)).rejects.toThrow('allow cookies');
  expect(isLoggedIn.get()).toBe(false);
});

test.each([
  ['done', () => Response.json({ data: null })],
  ['rejected', unauthorized],
  ['lost', () => Promise.reject(new TypeError('Failed to fetch'))],
])('logging out clears everything when the request is %s', async (how, response) => {
  stubFetch(response);
  isLoggedIn.set(true);
  sessionStorage.setItem('access_token', 'h.c.s');
  expect(await logout()).toBe(how === 'done');
  expect(isLoggedIn.get()).toBe(false);
  expect(sessionStorage.getItem('access_token')).toBe(null);
  // The browser is a guest until the server confirms the logout.
  expect(isMarkedSignedOut()).toBe(true);
});

test('a login waits for the logout before it', async () => {
  const response = Promise.withResolvers<Response>();
  const calls = stubFetch(({ path }) => {
    return path.endsWith('logout') ? response.promise : Response.json(member);
  });
  const ended = endSession();
  const entered = login(credentials);
  await expect.poll(() => calls.at(-1)?.path).toBe('/api/web/auth/logout');
  expect(calls.map(({ path }) => path)).not.toContain('/api/web/auth/login');
  response.resolve(Response.json({ data: null }));
  expect(await ended).toBe(true);
  expect(await entered).toEqual(member.data);
});

test('a rejected token is replaced once, and a logged-out member gets the error', async () => {
  sessionStorage.setItem('access_token', token({ exp: Date.now() / 1000 + 600 }));
  const calls = stubFetch(() => Response.json({ token: token({ exp: Date.now() / 1000 + 600 }) }));
  const used: string[] = [];
  const run = (responses: (Error | string)[]) => async (headers: { authorization: string }) => {
    used.push(headers.authorization);
    const next = responses.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  expect(await withAccessToken(run([expired(), 'yes']))).toBe('yes');
  expect(calls).toHaveLength(1);
  await expect(withAccessToken(run([expired(), expired(), 'yes']))).rejects.toThrow('No.');
  await expect(withAccessToken(run([notSignedIn(), 'yes']))).rejects.toThrow('No.');
  const busy = new ApiError('Later.', { code: 'rate_limited', status: 429 });
  await expect(withAccessToken(run([busy, 'yes']))).rejects.toThrow('Later.');
  const wrong = new ApiError('Wrong.', { code: 'wrong_credentials', status: 401 });
  await expect(withAccessToken(run([wrong, 'yes']))).rejects.toThrow('Wrong.');
  expect(used).toHaveLength(7);
});

test('equal content has the same idempotency key, and other content another', () => {
  const straw = idempotencyKeyFor({ sent: {} }, 'Straw');
  const husks = idempotencyKeyFor(straw.draft, 'Husks');
  expect(husks.key).not.toBe(straw.key);
  expect(idempotencyKeyFor(husks.draft, 'Straw').key).toBe(straw.key);
  for (const word of ['constructor', '__proto__']) {
    const first = idempotencyKeyFor(husks.draft, word);
    expect(first.key).toMatch(/^[\da-f-]{36}$/);
    expect(idempotencyKeyFor(first.draft, word).key).toBe(first.key);
  }
});
