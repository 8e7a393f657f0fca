import { expect, test } from 'vitest';

import { type CachePolicy, cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { commitChange } from '#tests/support/site/commit-change.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { openSite } from '#tests/support/site/site.ts';

const SECOND = 1000;

/** A page that counts its renderings, and shows its viewer and size. */
async function openPage(policy: CachePolicy | null = { seconds: 60, tags: ['posts'] }) {
  const site = await openSite();
  const page = { policy, renders: 0, words: 'words '.repeat(300), onRender: async () => {} };
  const get = await openGuestServer(site, async (c) => {
    page.renders += 1;
    const { renders } = page;
    await page.onRender();
    const ctx = c.get('ctx');
    if (page.policy) cachePage(ctx, page.policy);
    return c.html(`<p>${ctx.viewer ? 'member' : 'guest'} ${renders} ${page.words}`);
  });
  const read = async (path = '/x', headers: Record<string, string> = {}) =>
    (await (await get(path, { headers })).text()).slice(3, 11).trim();
  const member = await site.signedIn();
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { site, page, get, read, cookie };
}

test('a guest page is rendered once, and again after it expires', async () => {
  const { site, read } = await openPage();
  expect([await read(), await read()]).toEqual(['guest 1', 'guest 1']);
  site.advanceClock(61 * SECOND);
  expect(await read()).toBe('guest 2');
});

test('a query only makes another page if the page reads it', async () => {
  const { page, read } = await openPage();
  for (const path of ['/x?junk=1', '/x?junk=2', '/x']) expect(await read(path)).toBe('guest 1');
  page.policy = { seconds: 60, tags: ['eduhub'], variesByQuery: true };
  const rice = ['/y?search=rice', '/y?x=1&search=rice', '/y?search=ric%65&search=x&utm=2'];
  for (const path of ['/y', ...rice, '/y?cursor=2', '/y?x=1', '/y?_=a&_=b']) await read(path);
  expect(page.renders).toBe(4);
});

test('made-up queries do not evict pages without a query', async () => {
  const { page, read } = await openPage();
  await read();
  page.policy = { seconds: 60, tags: ['eduhub'], variesByQuery: true };
  page.words = 'words '.repeat(400_000);
  for (const nth of [1, 2, 3]) await read(`/y?cursor=${nth}`);
  expect(page.renders).toBe(4);
  for (const path of ['/x', '/y?cursor=3', '/y?cursor=2']) await read(path);
  expect(page.renders).toBe(4);
  await read('/y?cursor=1');
  expect(page.renders).toBe(5);
});

test('a member’s page is not cached, and no cached page is sent to a member', async () => {
  const { page, read, cookie } = await openPage();
  expect(await read('/x', { cookie })).toBe('member 1');
  expect(await read()).toBe('guest 2');
  expect(await read('/x', { cookie })).toBe('member 3');
  expect(page.renders).toBe(3);
});

test.each([
  ['of no form', 'session=x'],
  ['that has ended', `session=${'x'.repeat(43)}`],
  ['of a browser that signed out offline', `session=${'x'.repeat(43)}; signed-out=1`],
])('with a session %s, a browser gets the stored page', async (_, cookie) => {
  const { page, get, read } = await openPage();
  for (const sent of [cookie, cookie, ''])
    expect(await read('/x', { cookie: sent })).toBe('guest 1');
  const head = await get('/x', { method: 'HEAD', headers: { cookie } });
  expect([head.status, head.headers.get('etag')]).toEqual([200, expect.stringContaining('W/')]);
  expect(page.renders).toBe(1);
});

test('a response to HEAD is not stored', async () => {
  const { get, read } = await openPage();
  await get('/x', { method: 'HEAD' });
  expect(await read()).toBe('guest 2');
});

test.each([
  ['sets a cookie', { headers: { 'set-cookie': 'a=1' } }],
  ['is no success', { status: 404 }],
])('a response that %s is not stored', async (_, init) => {
  const site = await openSite();
  let renders = 0;
  const get = await openGuestServer(site, (c) => {
    cachePage(c.get('ctx'), { seconds: 60, tags: [] });
    renders += 1;
    return new Response('page', init);
  });
  await get('/x');
  await get('/x');
  expect(renders).toBe(2);
});

test('a page without a policy is not stored', async () => {
  const { page, read } = await openPage(null);
  await Promise.all([read(), read(), read()]);
  expect(page.renders).toBe(3);
});

test('an invalidation removes the pages with its tag, and prevents caching one in flight', async () => {
  const { site, page, read } = await openPage();
  await read();
  await commitChange(site.services, 'eduhub');
  expect(await read()).toBe('guest 1');
  await commitChange(site.services, 'posts');
  const started = Promise.withResolvers<void>();
  const invalidated = Promise.withResolvers<void>();
  page.onRender = async () => {
    started.resolve();
    await invalidated.promise;
  };
  const rendering = read();
  await started.promise;
  await commitChange(site.services, 'posts');
  invalidated.resolve();
  expect(await rendering).toBe('guest 2');
  expect(await read()).toBe('guest 3');
});

test('concurrent requests for a page share one rendering', async () => {
  const { read } = await openPage();
  const all = await Promise.all(Array.from({ length: 20 }, () => read()));
  expect(new Set(all)).toEqual(new Set(['guest 1']));
});

test('after a change, the waiting requests share the next rendering', async () => {
  const { site, page, read } = await openPage();
  const [before, after] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started = Promise.withResolvers<void>();
  page.onRender = async () => {
    started.resolve();
    await (page.renders === 1 ? before : after).promise;
  };
  const early = read();
  await started.promise;
  await commitChange(site.services, 'posts');
  const late = Array.from({ length: 10 }, () => read());
  // The first request renders the page again; the others wait for it.
  await expect.poll(() => page.renders).toBe(2);
  before.resolve();
  expect(await early).toBe('guest 1');
  after.resolve();
  expect(new Set(await Promise.all(late))).toEqual(new Set(['guest 2']));
  expect(page.renders).toBe(2);
});

test('a failing page is an error for each request, and is rendered again for the next', async () => {
  const { page, get } = await openPage();
  page.onRender = () => Promise.reject(new Error('broken'));
  const status = async () => (await get('/x')).status;
  await expect(Promise.all([status(), status(), status()])).resolves.toEqual([500, 500, 500]);
  page.onRender = async () => {};
  expect(await status()).toBe(200);
});

test('a page is sent in the accepted encoding, or as 304', async () => {
  const { page, get } = await openPage();
  for (const nth of ['first', 'cached', 'cached again']) {
    const headers = { 'accept-encoding': 'gzip, br' };
    const response = await get('/x', { headers });
    expect(response.headers.get('content-encoding'), nth).toBe('br');
    expect(await response.text()).toMatch(/^<p>guest 1/);
    expect(response.headers.get('vary')).toBe(
      'accept-encoding, cookie, save-data, accept-language',
    );
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    const etag = response.headers.get('etag') ?? '';
    const known = await get('/x', { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
  }
  const head = await get('/x', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1800);
  expect(await head.text()).toBe('');
  expect(page.renders).toBe(1);
});

test('the data saver makes another page', async () => {
  const { read } = await openPage();
  expect(await read()).toBe('guest 1');
  expect(await read('/x', { 'save-data': 'on' })).toBe('guest 2');
  expect(await read('/x', { cookie: 'a=1; data-saver=on' })).toBe('guest 2');
  // The site's setting overrides the browser's.
  expect(await read('/x', { 'save-data': 'on', cookie: 'data-saver=off' })).toBe('guest 1');
});

test('a cached page is logged like any other response', async () => {
  const { site, read } = await openPage();
  await read('/x?from=mail');
  await read('/x?from=mail');
  const lines = site.log.slice(-2).map((line) => JSON.parse(line));
  for (const line of lines)
    expect(line).toMatchObject({ event: 'request', method: 'GET', path: '/x', status: 200 });
});
