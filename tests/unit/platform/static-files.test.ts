import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { NEW_SITE, setSite } from '#lib/site.ts';
import { FILM, openStaticSite, TEXT } from '#tests/support/server/static-site.ts';

type Site = Awaited<ReturnType<typeof openStaticSite>>;
let site: Site;
beforeAll(async () => void (site = await openStaticSite()));
afterAll(() => site.close());

const get: Site['get'] = (...call) => site.get(...call);

test.each([
  ['/licenses.txt', /^text\/plain; ?charset=utf-8$/],
  ['/licenses.txt?from=home', /^text\/plain; ?charset=utf-8$/],
  ['/_astro/app.Ab12.js', /^text\/javascript/],
  ['/tiny.css', /^text\/css/],
  ['/picture.webp', /^image\/webp$/],
  ['/my%20file.txt', /^text\/plain/],
  ['/.well-known/security.txt', /^text\/plain/],
])('%s is served as %s', async (path, type) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toMatch(type);
  expect(Number(response.headers['content-length'])).toBe(response.body.length);
});

test.each([
  ['/.env'],
  ['/.git/config'],
  ['/nothing'],
  ['/'],
  ['/_astro'],
  ['/_astro/'],
  ['//licenses.txt'],
  ['/../client/licenses.txt'],
  ['/%2e%2e/client/licenses.txt'],
  ['/..%2fclient%2flicenses.txt'],
  ['/Licenses.txt'],
  ['/__proto__'],
  ['/%ff'],
  ['*'],
])('%s is not a file', async (path) => {
  expect(await get(path)).toMatchObject({ status: 418 });
});

test('only GET and HEAD are served', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
    expect(await get('/licenses.txt', {}, method)).toMatchObject({ status: 418 });
});

test.each([
  [undefined, undefined],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['identity', undefined],
])('for Accept-Encoding %j the encoding is %j', async (accept, encoding) => {
  const { headers, body } = await get('/licenses.txt', accept ? { 'accept-encoding': accept } : {});
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers.vary).toMatch(/^accept-encoding$/i);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  expect(String(decode ? decode(body) : body)).toBe(TEXT);
});

test('no file is larger after compression', async () => {
  for (const path of ['/tiny.css', '/picture.webp', '/film.mp4', '/_astro/noise.svg']) {
    const { headers } = await get(path, { 'accept-encoding': 'br, gzip' });
    expect([path, headers['content-encoding']]).toEqual([path, undefined]);
  }
});

test('hashed files are immutable, others are revalidated with their etag', async () => {
  const hashed = await get('/_astro/app.Ab12.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const page = await get('/licenses.txt', { 'accept-encoding': 'br' });
  expect(page.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const headers = { 'accept-encoding': 'br', 'if-none-match': page.headers.etag };
  const known = await get('/licenses.txt', headers);
  expect([known.status, known.body.length]).toEqual([304, 0]);
  const other = await get('/licenses.txt', { ...headers, 'if-none-match': 'W/"1-1"' });
  expect(other.status).toBe(200);
});

async function policyOf(path: string) {
  const { headers } = await get(path);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.any(String),
  });
  return headers['content-security-policy'];
}

test('every file has the security headers, and the policy of its type', async () => {
  expect(await policyOf('/_astro/app.Ab12.js')).toBe("frame-ancestors 'none'");
  expect(await policyOf('/worker.js')).toContain("connect-src 'self'; worker-src 'self'");
  expect(await policyOf('/picture.webp')).toContain('sandbox');
});

test('HEAD has the same headers and no body', async () => {
  const [whole, head] = [await get('/film.mp4'), await get('/film.mp4', {}, 'HEAD')];
  expect(whole.body.equals(FILM)).toBe(true);
  expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

test('a range is ignored, even an impossible one', async () => {
  for (const range of ['bytes=0-9', 'bytes=9-2', 'bytes=x']) {
    const { status, body } = await get('/film.mp4', { range });
    expect([status, body.length]).toEqual([200, FILM.length]);
  }
});

test('a file that has disappeared ends the connection, and nothing else', async () => {
  const other = await openStaticSite();
  await rm(join(other.dist, 'client/picture.webp'));
  await expect(other.get('/picture.webp')).rejects.toThrow();
  expect(await other.get('/tiny.css')).toMatchObject({ status: 200 });
  await other.close();
});

test('the bytes of the service worker change with the settings of the site', async () => {
  const path = '/worker.js';
  const [before, packed] = [await get(path), await get(path, { 'accept-encoding': 'br' })];
  expect(String(before.body)).toBe('self.a = 1;// 0\n');
  expect(String(brotliDecompressSync(packed.body))).toBe(String(before.body));
  expect(await get(path, { 'if-none-match': before.headers.etag })).toMatchObject({ status: 304 });
  setSite(7, { ...NEW_SITE, name: 'Ani' });
  const after = await get(path, { 'if-none-match': before.headers.etag });
  setSite(0, NEW_SITE);
  expect([after.status, String(after.body)]).toEqual([200, 'self.a = 1;// 7\n']);
});
