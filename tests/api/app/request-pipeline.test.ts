import { expect, test } from 'vitest';

import { randomToken } from '#lib/server/platform/secrets.ts';
import { openSite } from '#tests/support/site/site.ts';

const PRODUCTION = {
  DEMO: '',
  PUBLIC_URL: 'https://glean.example',
  SECRET: 'a secret of at least thirty-two characters',
};

test.each([
  '//evil.example',
  '/forums//explore',
  '/forums/%2e%2e%2fprofile',
  '/%252e%252e/profile',
  '/a%5cb',
  '/a%00b',
  '/api//web/forum',
])('the ambiguous path %s gets 400', async (path) => {
  const site = await openSite();
  const { status, headers } = await site.guest().get(path);
  expect(status).toBe(400);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

const ID = '01999999-9999-7999-8999-999999999999';
const CODE = `${'x'.repeat(21)}-`;

const LINKS = [
  [`/exchange/${ID}.`, `/exchange/${ID}`],
  [`/exchange/${ID})`, `/exchange/${ID}`],
  [`/exchange/${ID}%20`, `/exchange/${ID}`],
  [`/exchange/${ID}%C2%A0`, `/exchange/${ID}`],
  [`/exchange/${ID}%E2%80%A6`, `/exchange/${ID}`],
  [`/exchange/${ID}%E2%80%9D.`, `/exchange/${ID}`],
  [`/exchange/${ID}/)`, `/exchange/${ID}`],
  [`/exchange/${ID}**`, `/exchange/${ID}`],
  [`/exchange/${ID}_`, `/exchange/${ID}`],
  [`/forums/posts/${ID},?comment=${ID}`, `/forums/posts/${ID}?comment=${ID}`],
  [`/forums/profile/${ID}%3E`, `/forums/profile/${ID}`],
  [`/eduhub/${ID}%22`, `/eduhub/${ID}`],
  [`/exchange/pickups/${ID}'`, `/exchange/pickups/${ID}`],
  [`/join/${CODE}.`, `/join/${CODE}`],
  ['/exchange.', '/exchange'],
] as const;

test('a URL followed by punctuation leads to the page', async () => {
  const guest = (await openSite()).guest();
  for (const [path, clean] of LINKS) {
    const { status, headers } = await guest.send(path);
    expect([path, status, headers.get('location')]).toEqual([path, 301, clean]);
  }
});

test('other URLs are not changed', async () => {
  const guest = (await openSite()).guest();
  for (const path of [
    `/exchange/${ID}`,
    `/join/${CODE}`,
    `/exchange/${ID}.xml`,
    '/)',
    `/api/x/${ID}.`,
  ])
    expect([path, (await guest.send(path)).status]).toEqual([path, 404]);
});

test('a query string may contain any characters', async () => {
  const site = await openSite();
  expect((await site.guest().get('/healthz?next=%2F%2Fevil&x=//y')).status).toBe(200);
});

test('an unknown host gets 421 in production, and is served in the demo', async () => {
  const site = await openSite(PRODUCTION);
  expect((await site.guest().get('/healthz')).status).toBe(200);
  expect((await site.guest().get('/api/token/csrf', { host: 'evil.example' })).status).toBe(421);
  // Health checks use the server's IP.
  expect((await site.guest().get('/readyz', { host: '10.0.0.5:4321' })).status).toBe(200);
  const demo = await openSite();
  expect((await demo.guest().get('/healthz', { host: 'glean.local:4321' })).status).toBe(200);
});

test('every response has the security headers, errors too', async () => {
  const site = await openSite(PRODUCTION);
  for (const path of ['/healthz', '/api/web/forum', '/api/no/such/call', '/media/none', '/a%00b']) {
    const { headers } = await site.guest().get(path);
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8,}; includeSubDomains/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBeTruthy();
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
  }
});

test('every request is one log line without secrets', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  await browser.get('/api/web/forum?cursor=&secret=hidden');
  const token = randomToken();
  await browser.get(`/forgot-password/verification/${token}`);
  const log = site.log.join('');
  const lines = site.log.map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({
    event: 'request',
    path: '/forgot-password/verification/[token]',
  });
  expect(lines.at(-2)).toMatchObject({
    event: 'request',
    method: 'GET',
    path: '/api/web/forum',
    status: 200,
    member: browser.member.id,
    requestId: expect.any(String),
  });
  for (const secret of ['Straw-for', 'hidden', token, browser.cookies.get('session')])
    expect(log).not.toContain(secret);
});

test('no character in a path changes the layout of the log (ASVS 16.4.1)', async () => {
  const site = await openSite();
  const signs = ['%c2%9b31m', '%e2%80%a8', '%e2%80%ae', '%e2%81%a6', '%7f'];
  for (const sign of signs) await site.guest().get(`/a${sign}`);
  const log = site.log.join('');
  expect(log).toMatch(/^[\n\x20-\x7e]+$/);
  const paths = site.log.map((line) => JSON.parse(line).path);
  expect(paths).toContain('/a\u009b31m');
  expect(paths).toContain('/a\u202e');
});
