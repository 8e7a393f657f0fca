import { expect, test } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { openDatabase } from '#lib/server/db/open-database.ts';
import { addressOf, addWriters, databaseOf, type Place } from '#tests/support/built-server.ts';

import { openBuilt, sendRaw, shareBuilt } from './place.ts';

const shared = shareBuilt();
const EXPLORE = '/forums/explore';

const get = (path: string, headers: Record<string, string> = {}, place = shared()) =>
  fetch(addressOf(place) + path, { headers, redirect: 'manual' });

const timeless = ({ headers }: Response) => ({ ...Object.fromEntries(headers), date: '' });

async function memberCookie(place: Place): Promise<string> {
  const database = openDatabase(databaseOf(place));
  const [token = ''] = await addWriters(database, 1);
  await database.close();
  return `session=${token}`;
}

test.each(['/profile', EXPLORE, '/forums/my-discussions', '/forums/followers/followed', '/eduhub'])(
  'what a member sees at %s is kept nowhere',
  async (path) => {
    const response = await get(path, { cookie: await memberCookie(shared()) });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

test.each([
  ['a prerendered page', '/thank-you', 200],
  ['a built file', '/favicon.svg', 200],
  ['a page that is drawn', '/login', 200],
  ['a page that is drawn and kept', EXPLORE, 200],
  ['a page that is kept', EXPLORE, 200],
  ['a page that is not there', '/nothing', 404],
  ['a page for members', '/profile', 302],
  ['a text', '/sitemap.xml', 200],
  ['a call', '/api/token/csrf', 200],
  ['a call that is refused', '/api/web/forum', 401],
  ['a call that is not there', '/api/nothing', 404],
  ['a file that is not there', '/media/nothing', 404],
  ['an odd path', '/a%25b', 400],
  ['a sign of life', '/healthz', 200],
])('%s carries the security headers, each once', async (_, path, status) => {
  for (const encoding of ['identity', 'br']) {
    const response = await get(path, { 'accept-encoding': encoding });
    expect(response.status).toBe(status);
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/^default-src '(none|self)'/),
    });
    if (path.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
  }
});

test('scripts, sheets and fonts of a page are what they say, and cannot be framed', async () => {
  const about = await (await get('/about')).text();
  const parts = about.match(/\/_astro\/[\w.-]+\.(js|css|woff2)/g) ?? [];
  expect(new Set(parts)).toHaveProperty('size', 3);
  for (const part of parts)
    expect(Object.fromEntries((await get(part)).headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'none'",
    });
});

test.each([
  ['no-cache', ['/about', '/login', '/eduhub?junk=1', '/eduhub/nothing', '/profile', '/nothing']],
  ['no-cache', ['/unauthorized', '/forums', '/robots.txt', '/sitemap.xml', '/eduhub/feed.xml']],
  ['no-store', ['/healthz', '/readyz', '/a%25b', '/media/nothing', '/api/token/csrf', '/_image']],
  ['no-store', ['/forgot-password/verification/x', '/forgot-password/change-password/x']],
  ['public, max-age=0, must-revalidate', ['/thank-you', '/offline', '/worker.js', '/favicon.svg']],
])('a guest’s browser is told %s of %j', async (freshness, paths) => {
  for (const path of paths)
    for (const method of ['GET', 'HEAD']) {
      const asked = { method, redirect: 'manual' } as const;
      const { headers } = await fetch(addressOf(shared()) + path, asked);
      expect([path, method, headers.get('cache-control')]).toEqual([path, method, freshness]);
    }
});

test('a page is text/html in UTF-8 with a policy of its own, drawn or kept', async () => {
  for (const path of ['/about', '/about', '/login', '/nothing']) {
    const { headers } = await get(path);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  }
});

test.each([
  '/_image?href=/cover.png&w=1200&f=avif',
  '/%5fimage',
  '/_server-islands/x',
  '/_actions/x',
  '/_astro/x',
  '/500',
])('what the framework would serve by itself is not there: %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('a kept page is the one that was drawn, in every form, and 304 for who has it', async () => {
  const [drawn, kept] = [await get('/eduhub'), await get('/eduhub')];
  expect(await kept.text()).toBe(await drawn.text());
  for (const encoding of ['identity', 'br', 'gzip']) {
    const first = await get('/eduhub', { 'accept-encoding': encoding });
    const again = await get('/eduhub', { 'accept-encoding': encoding });
    expect(timeless(again)).toEqual(timeless(first));
    const etag = again.headers.get('etag') ?? '';
    const known = await get('/eduhub', { 'accept-encoding': encoding, 'if-none-match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
  }
});

test('of a list, only what its own links lead to is kept', async () => {
  for (const query of ['search=straw', 'search=rice+straw'])
    expect((await get(`/eduhub?${query}`)).headers.get('etag')).toMatch(/^"/);
  for (const query of ['cursor=garbage', 'junk=1', 'search=straw&junk=1'])
    expect((await get(`/eduhub?${query}`)).headers.get('etag')).toBeNull();
});

test('a kept page is never a member’s, and a member’s never a guest’s', async () => {
  const cookie = await memberCookie(shared());
  const guest = [await get(EXPLORE), await get(EXPLORE)];
  const member = await get(EXPLORE, { cookie });
  expect(member.headers.get('cache-control')).toBe('no-store');
  expect(member.headers.get('etag')).toBeNull();
  expect(await member.text()).not.toContain('Login to continue');
  guest.push(await get(EXPLORE), await get(EXPLORE, { cookie: 'visitor=anybody' }));
  for (const each of guest) {
    expect(each.headers.get('etag')).toMatch(/^"/);
    expect(await each.text()).toContain('Login to continue');
  }
  // Whether a session is worth anything is not for the kept pages to say.
  expect((await get(EXPLORE, { cookie: 'session=old' })).headers.get('etag')).toBeNull();
});

test('a kept answer carries all that the first did, and is nobody else’s', async () => {
  const cookie = await memberCookie(shared());
  for (const encoding of ['identity', 'br', 'gzip']) {
    const ask = () => get('/api/web/forum', { cookie, 'accept-encoding': encoding });
    const [first, again] = [await ask(), await ask()];
    expect(timeless(again)).toEqual(timeless(first));
    expect(await again.text()).toBe(await first.text());
  }
  expect((await get('/api/web/forum')).status).toBe(401);
  expect((await get('/api/web/forum', { cookie: 'session=other' })).status).toBe(401);
});

test('a member’s page is given again as it was, to nobody else, until something changes', async () => {
  const { place } = await openBuilt();
  const [cookie, other] = [await memberCookie(place), await memberCookie(place)];
  const ask = async (encoding: string) => {
    const response = await get(EXPLORE, { cookie, 'accept-encoding': encoding }, place);
    return { headers: timeless(response), text: await response.text() };
  };
  for (const encoding of ['identity', 'br', 'gzip']) {
    const first = await ask(encoding);
    // It says to the millisecond when it was drawn.
    expect(await ask(encoding)).toEqual(first);
    expect(await (await get(EXPLORE, { cookie: other }, place)).text()).not.toBe(first.text);
    const saving = { cookie, 'accept-encoding': encoding, 'save-data': 'on' };
    expect(await (await get(EXPLORE, saving, place)).text()).not.toBe(first.text);
  }
  const database = openDatabase(databaseOf(place));
  const { id: author_id } = await addMember(database.db, { password_hash: 'none' });
  await addPost(database.db, { author_id, title: 'Husk, seen at once' });
  await database.close();
  expect((await ask('identity')).text).toContain('Husk, seen at once');
});

test('a kept page is not for other hosts, in production', async () => {
  const { place } = await openBuilt({
    DEMO: '',
    SECRET: 'thirty-two characters, chosen by chance',
  });
  for (const host of [new URL(addressOf(place)).host, 'evil.example']) {
    await get(EXPLORE, {}, place);
    const request = `GET ${EXPLORE} HTTP/1.1\nHost: ${host}\nConnection: close\n\n`;
    const status = host === 'evil.example' ? 421 : 200;
    expect(await sendRaw(place, request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});
