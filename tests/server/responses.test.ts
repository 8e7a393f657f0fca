import { expect, test } from 'vitest';

import { OFFLINE_HEADER } from '#lib/contract/offline.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import {
  originOf,
  addSignedInMembers,
  databaseAddress,
  type ServerInstance,
} from '#tests/support/server/server-process.ts';

import { startOwnServer, sendRaw, shareServer } from './running-server.ts';

const shared = shareServer();
const EXPLORE = '/forums/explore';

const get = (path: string, headers: Record<string, string> = {}, instance = shared()) =>
  fetch(originOf(instance) + path, { headers, redirect: 'manual' });

const withoutDate = ({ headers }: Response) => ({ ...Object.fromEntries(headers), date: '' });

async function memberCookie(instance: ServerInstance): Promise<string> {
  const database = openDatabase(databaseAddress(instance));
  const [token = ''] = await addSignedInMembers(database, 1);
  await database.close();
  return `session=${token}`;
}

test.each(['/profile', EXPLORE, '/forums/my-discussions', '/forums/followers/followed', '/eduhub'])(
  'the member’s page %s is sent with no-store',
  async (path) => {
    const response = await get(path, { cookie: await memberCookie(shared()) });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

test.each(['en', 'fil'])(
  'without compression, a page in %s is as long as with it',
  async (language) => {
    const lengths = ['identity', 'gzip'].map(async (encoding) => {
      const response = await get('/login', {
        cookie: `lang=${language}`,
        'accept-encoding': encoding,
      });
      expect(response.headers.get('content-language') ?? 'en').toBe(language);
      return (await response.bytes()).length;
    });
    const [plain, compressed] = await Promise.all(lengths);
    expect(plain).toBe(compressed);
  },
);

test('the licenses of the packages in a site are served', async () => {
  const response = await get('/licenses.txt');
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ]);
  const text = await response.text();
  for (const name of ['@img/sharp-libvips', 'LGPL', 'react-dom 19', 'SIL OPEN FONT LICENSE'])
    expect(text).toContain(name);
  for (const document of ['licensing-terms', 'data-privacy', 'terms-and-conditions'])
    expect(await (await get(`/legal-agreements/${document}`)).text()).toContain(
      'href="/licenses.txt"',
    );
});

test.each([
  ['a page that is the same for everyone', '/goodbye', 200],
  ['a built file', '/favicon.svg', 200],
  ['a rendered page', '/login', 200],
  ['a page that is rendered and cached', EXPLORE, 200],
  ['a cached page', EXPLORE, 200],
  ['a missing page', '/nothing', 404],
  ['a member page', '/profile', 302],
  ['a text document', '/sitemap.xml', 200],
  ['an endpoint', '/api/token/csrf', 200],
  ['a rejected request', '/api/web/forum', 401],
  ['an unknown endpoint', '/api/nothing', 404],
  ['a missing file', '/media/nothing', 404],
  ['an ambiguous path', '/a%25b', 400],
  ['a health check', '/healthz', 200],
])('%s has the security headers, each once', async (_, path, status) => {
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

const isOffline = async (path: string) => (await get(path)).headers.has(OFFLINE_HEADER);

test('pages for guests may be read offline, documents for programs may not', async () => {
  expect(await isOffline(EXPLORE)).toBe(true);
  for (const path of ['/sitemap.xml', '/eduhub/feed.xml'])
    expect(await isOffline(path)).toBe(false);
});

test('scripts, styles and fonts have their content type, and cannot be framed', async () => {
  const about = await (await get('/about')).text();
  const parts = about.match(/\/_astro\/[\w.-]+\.(js|css|woff2)/g) ?? [];
  const extensions = new Set(parts.map((part) => part.split('.').at(-1)));
  expect(extensions).toEqual(new Set(['js', 'css', 'woff2']));
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
  ['public, max-age=0, must-revalidate', ['/worker.js', '/favicon.svg']],
])('a guest’s response has cache-control %s: %j', async (freshness, paths) => {
  for (const path of paths)
    for (const method of ['GET', 'HEAD']) {
      const init = { method, redirect: 'manual' } as const;
      const { headers } = await fetch(originOf(shared()) + path, init);
      expect([path, method, headers.get('cache-control')]).toEqual([path, method, freshness]);
    }
});

test('a page is text/html in UTF-8 with its own CSP, rendered or cached', async () => {
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
])('the framework’s own endpoint %s is not available', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('a cached page equals the rendered one in every encoding, and gets 304 when unchanged', async () => {
  const [rendered, cached] = [await get('/eduhub'), await get('/eduhub')];
  expect(await cached.text()).toBe(await rendered.text());
  for (const encoding of ['identity', 'br', 'gzip']) {
    const first = await get('/eduhub', { 'accept-encoding': encoding });
    const again = await get('/eduhub', { 'accept-encoding': encoding });
    expect(withoutDate(again)).toEqual(withoutDate(first));
    const etag = again.headers.get('etag') ?? '';
    const known = await get('/eduhub', { 'accept-encoding': encoding, 'if-none-match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
  }
});

test('a list is cached only for the queries of its own links', async () => {
  for (const query of ['search=straw', 'search=rice+straw'])
    expect((await get(`/eduhub?${query}`)).headers.get('etag')).toMatch(/^W\/"/);
  expect((await get('/eduhub?cursor=garbage')).headers.get('etag')).toBeNull();
});

test('a parameter that no page reads makes no separate page', async () => {
  for (const [query, own] of [
    ['junk=1', ''],
    ['junk=1&search=straw', 'search=straw'],
  ]) {
    const etags = [await get(`/eduhub?${query}`), await get(`/eduhub?${own}`)];
    const [first, second] = etags.map(({ headers }) => headers.get('etag'));
    expect(first).toMatch(/^W\/"/);
    expect(second).toBe(first);
  }
});

test('an empty search leads to the list, also when the list is cached', async () => {
  expect((await get('/eduhub')).status).toBe(200);
  const response = await get('/eduhub?search=');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/eduhub']);
});

test('a cached page is not served to a member, nor a member’s page to a guest', async () => {
  const cookie = await memberCookie(shared());
  const guest = [await get(EXPLORE), await get(EXPLORE)];
  const member = await get(EXPLORE, { cookie });
  expect(member.headers.get('cache-control')).toBe('no-store');
  expect(member.headers.get('etag')).toBeNull();
  expect(await member.text()).not.toContain('Login to continue');
  guest.push(await get(EXPLORE), await get(EXPLORE, { cookie: 'visitor=anybody' }));
  for (const each of guest) {
    expect(each.headers.get('etag')).toMatch(/^W\/"/);
    expect(await each.text()).toContain('Login to continue');
  }
  for (const session of ['old', 'x'.repeat(43)])
    expect((await get(EXPLORE, { cookie: `session=${session}` })).headers.get('etag')).toBe(
      guest[0]?.headers.get('etag'),
    );
});

test('a cached page is not served to unknown hosts in production', async () => {
  const { instance } = await startOwnServer({
    DEMO: '',
    SECRET: 'thirty-two characters, chosen by chance',
  });
  for (const host of [new URL(originOf(instance)).host, 'evil.example']) {
    await get(EXPLORE, {}, instance);
    const request = `GET ${EXPLORE} HTTP/1.1\nHost: ${host}\nConnection: close\n\n`;
    const status = host === 'evil.example' ? 421 : 200;
    expect(await sendRaw(instance, request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});
