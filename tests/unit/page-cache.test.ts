import { brotliDecompressSync } from 'node:zlib';

import { Hono } from 'hono';
import { beforeEach, expect, test } from 'vitest';

import { PageCache } from '#lib/server/cache/page-cache.ts';
import { compressResponses } from '#lib/server/http/encoding.ts';
import type { Env } from '#lib/server/http/env.ts';

let renders: number;
let now: number;
let cache: PageCache;
let app: Hono<Env>;
let rule: string;
let words: string;

beforeEach(() => {
  [renders, now, rule, words] = [0, 0, '60;posts,about', 'words '.repeat(300)];
  cache = new PageCache(() => now);
  app = new Hono<Env>()
    .use(compressResponses)
    .use(cache.middleware((cookies) => cookies.includes('session=')))
    .get('*', (c) => {
      renders += 1;
      c.header('x-page-cache', rule);
      return c.html(`<p>${c.req.header('cookie') ? 'member' : 'guest'} ${renders} ${words}`);
    });
});

const get = async (path = '/', headers: Record<string, string> = {}) =>
  app.request(path, { headers });
const textOf = async (path?: string, headers?: Record<string, string>) =>
  (await (await get(path, headers)).text()).slice(0, 8).trim();

test('a guest’s page is rendered once, and again when it expired', async () => {
  expect([await textOf(), await textOf()]).toEqual(['<p>guest', '<p>guest']);
  expect(renders).toBe(1);
  now = 60_001;
  await textOf();
  expect(renders).toBe(2);
});

test('the query is part of the key only for pages that read it', async () => {
  for (const path of ['/?junk=1', '/?junk=2', '/']) await textOf(path);
  expect(renders).toBe(1);
  rule = '60;eduhub;query';
  for (const path of ['/eduhub', '/eduhub?page=1', '/eduhub?page=2', '/eduhub?page=1'])
    await textOf(path);
  expect(renders).toBe(4);
});

test('pages with a query cannot evict those without', async () => {
  await textOf();
  [rule, words] = ['60;eduhub;query', 'words '.repeat(1_000_000)];
  for (const page of [1, 2, 3]) await textOf(`/eduhub?page=${page}`);
  expect(renders).toBe(4);
  for (const path of ['/', '/eduhub?page=3', '/eduhub?page=2']) await textOf(path);
  expect(renders).toBe(4);
  await textOf('/eduhub?page=1');
  expect(renders).toBe(5);
});

test('a member’s page is never cached, and a cached one never served to a member', async () => {
  await textOf('/', { cookie: 'session=maria' });
  expect(await textOf()).toBe('<p>guest');
  expect(await textOf('/', { cookie: 'session=maria' })).toBe('<p>membe');
  expect(renders).toBe(3);
});

test('the cache rule is not sent to the client', async () => {
  expect((await get()).headers.has('x-page-cache')).toBe(false);
  expect((await get()).headers.has('x-page-cache')).toBe(false);
  expect((await get('/', { cookie: 'session=x' })).headers.has('x-page-cache')).toBe(false);
});

test('invalidating a tag removes its pages, also while one is rendered', async () => {
  await textOf();
  cache.forget('eduhub');
  await textOf();
  expect(renders).toBe(1);
  cache.forget('posts');
  const rendering = textOf();
  cache.forget('posts');
  await rendering;
  await textOf();
  expect(renders).toBe(3);
});

test('concurrent requests render one page', async () => {
  await Promise.all(Array.from({ length: 20 }, () => textOf()));
  expect(renders).toBe(1);
});

test('a page without a rule is not cached', async () => {
  rule = '';
  await Promise.all([textOf(), textOf(), textOf()]);
  expect(renders).toBe(3);
});

test('a page is sent in the encoding the browser accepts, and gets 304 when unchanged', async () => {
  const first = await get('/', { 'accept-encoding': 'gzip, br' });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('vary')).toBe('accept-encoding, cookie, save-data');
  const page = brotliDecompressSync(await first.arrayBuffer()).toString();
  expect(page).toMatch(/^<p>guest 1/);
  const etag = first.headers.get('etag') ?? '';
  const again = await get('/', { 'accept-encoding': 'gzip, br', 'if-none-match': etag });
  expect(again.status).toBe(304);
  expect(
    (await get('/', { 'accept-encoding': 'br;q=0' })).headers.get('content-encoding'),
  ).toBeNull();
});

const numberOf = async (headers?: Record<string, string>) =>
  /\d+/.exec(await (await get('/', headers)).text())?.[0];

test('a page with deferred images is cached separately', async () => {
  expect(await numberOf()).toBe('1');
  expect(await numberOf({ 'save-data': 'on' })).toBe('2');
  expect(await numberOf({ cookie: 'a=1; data-saver=on' })).toBe('2');
  // The cookie wins over the header.
  expect(await numberOf({ 'save-data': 'on', cookie: 'data-saver=off' })).toBe('1');
});
