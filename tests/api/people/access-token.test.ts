import { createHmac } from 'node:crypto';

import { jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';

import { requireAccessToken } from '#lib/server/people/auth/access-tokens.ts';
import { findViewer } from '#lib/server/people/sessions/service.ts';
import { NOTIFICATIONS } from '#tests/support/nouns/notification-requests.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const MINUTE = 60_000;

const status = async (browser: Browser, token: string) =>
  (await browser.get(NOTIFICATIONS, { authorization: `Bearer ${token}` })).status;

const fetchToken = async (browser: Browser): Promise<string> =>
  (await browser.get('/api/token/access')).body['token'];

const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

async function claimsOf(site: Site) {
  const browser = await site.signedIn();
  const token = await fetchToken(browser);
  const [header = '', payload = ''] = token.split('.');
  return { browser, token, header: read(header), payload: read(payload) };
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Signs a token with the site's key. */
function sign(site: Site, header: unknown, payload: unknown): string {
  const signingInput = `${encode(header)}.${encode(payload)}`;
  const key = site.services.secrets.key('access');
  return `${signingInput}.${createHmac('sha256', key).update(signingInput).digest('base64url')}`;
}

test('an access token works for ten minutes, any number of times', async () => {
  const site = await openSite();
  const { browser, token, header, payload } = await claimsOf(site);
  expect(await status(browser, token)).toBe(200);
  expect(await status(browser, sign(site, header, payload))).toBe(200);
  site.advanceClock(10 * MINUTE - 2000);
  expect(await status(browser, token)).toBe(200);
  site.advanceClock(3000);
  expect(await status(browser, token)).toBe(401);
  expect(await status(browser, await fetchToken(browser))).toBe(200);
});

test('an access token is a JWT with HS256 that any library can verify', async () => {
  const site = await openSite();
  const { token, payload } = await claimsOf(site);
  const verified = await jwtVerify(token, site.services.secrets.key('access'), {
    algorithms: ['HS256'],
    audience: 'glean-api',
    typ: 'at+jwt',
  });
  expect(verified.payload).toEqual(payload);
});

test('a token with any single bit changed is rejected (ASVS 9.1.1)', async () => {
  const site = await openSite();
  const { browser, token } = await claimsOf(site);
  const ctx = {
    ...site.services,
    ip: '127.0.0.1',
    requestId: '',
    hasLeft: () => false,
    cachePolicy: null,
    viewer: await findViewer(site.services, browser.cookies.get('session') ?? null),
  };
  const passes = async (given: string) => {
    try {
      await requireAccessToken(ctx, `Bearer ${given}`);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_access_token' });
      return false;
    }
  };
  expect(await passes(token)).toBe(true);
  const parts = token.split('.').map((part) => Buffer.from(part, 'base64url'));
  let flips = 0;
  for (const [nth, bytes] of parts.entries())
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const forged = parts.map((part, at) => (at === nth ? changed : part).toString('base64url'));
      expect(await passes(forged.join('.'))).toBe(false);
      flips += 1;
    }
  expect(flips).toBeGreaterThan(1000);
  // The unused bits of the last base64 character must be checked too.
  for (let bit = 0; bit < 7; bit += 1) {
    const last = token.charCodeAt(token.length - 1);
    expect(await passes(token.slice(0, -1) + String.fromCharCode(last ^ (1 << bit)))).toBe(false);
  }
});

test.each([
  ['alg none', { alg: 'none' }],
  ['no alg', { alg: '' }],
  ['a list of algs', { alg: ['HS256'] }],
  ['HS384', { alg: 'HS384' }],
  ['RS256', { alg: 'RS256' }],
  ['a key of its own', { jwk: { kty: 'oct', k: 'AAAA' } }],
  ['another type', { typ: 'JWT' }],
  ['an id token’s type', { typ: 'id_token' }],
  ['no type', { typ: undefined }],
  ['a critical extension', { crit: ['b64'], b64: false }],
])('a token whose header has %s is rejected (ASVS 9.1.2, 9.2.2)', async (_, change) => {
  const site = await openSite();
  const { browser, token, header, payload } = await claimsOf(site);
  const forged = sign(site, { ...header, ...change }, payload);
  expect(await status(browser, forged)).toBe(401);
  const unsigned = forged.split('.').slice(0, 2).join('.');
  for (const end of ['', '.', `.${token.split('.')[2]}`])
    expect(await status(browser, unsigned + end)).toBe(401);
});

test.each([
  ['an expiry a second ago', { exp: -1 }],
  ['a start in a minute', { nbf: 60 }],
])('a token with %s is rejected (ASVS 9.2.1)', async (_, times) => {
  const site = await openSite();
  const { browser, header, payload } = await claimsOf(site);
  const now = Math.floor(site.services.now() / 1000);
  const changed = Object.fromEntries(Object.entries(times).map(([name, by]) => [name, now + by]));
  expect(await status(browser, sign(site, header, { ...payload, ...changed }))).toBe(401);
});

test('a token issued in the future is rejected', async () => {
  const site = await openSite();
  const { browser, token } = await claimsOf(site);
  site.shiftClock(-10 * MINUTE);
  expect(await status(browser, token)).toBe(401);
});

test.each(['exp', 'iat', 'sub', 'sid', 'aud'])('a token without %s is rejected', async (claim) => {
  const site = await openSite();
  const { browser, header, payload } = await claimsOf(site);
  const { [claim]: _, ...rest } = payload;
  expect(await status(browser, sign(site, header, rest))).toBe(401);
});

test('a token for another audience, session or member is rejected (ASVS 9.2.3)', async () => {
  const site = await openSite();
  const { browser, header, payload } = await claimsOf(site);
  const other = await site.signedIn();
  for (const change of [{ aud: 'glean' }, { aud: ['x'] }, { sid: 'x' }, { sub: other.member.id }])
    expect(await status(browser, sign(site, header, { ...payload, ...change }))).toBe(401);
  const otherSession = await site.signedIn(browser.member);
  expect(await status(browser, await fetchToken(otherSession))).toBe(401);
});

test('a token signed with another key, or for another purpose, is rejected', async () => {
  const site = await openSite();
  const { browser, header, payload } = await claimsOf(site);
  for (const key of [site.services.secrets.key('csrf'), Buffer.alloc(32)]) {
    const token = await new SignJWT(payload).setProtectedHeader(header).sign(key);
    expect(await status(browser, token)).toBe(401);
  }
  expect(await status(browser, await browser.token())).toBe(401);
});

test('logging out invalidates the session’s access and CSRF tokens (ASVS 7.4.1)', async () => {
  const site = await openSite();
  const { browser, token } = await claimsOf(site);
  const cookie = browser.cookies.get('session') ?? '';
  const csrf = await browser.token();
  await browser.post('/api/web/auth/logout');
  browser.cookies.set('session', cookie);
  expect(await status(browser, token)).toBe(401);
  const response = await browser.change(
    'PATCH',
    '/api/web/account/phone',
    {},
    { 'x-csrf-token': csrf },
  );
  expect(response.status).toBe(403);
});

test.each([
  '',
  'Bearer',
  'Bearer ',
  'Basic x',
  'Bearer a b',
  'Bearer a.b.c',
  `Bearer ${'x'.repeat(9000)}`,
])('the authorization header %j gets 401', async (authorization) => {
  const site = await openSite();
  const browser = await site.signedIn();
  expect((await browser.get(NOTIFICATIONS, { authorization })).status).toBe(401);
});
