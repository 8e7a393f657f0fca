import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { FILM, openStaticSite, PAGE, WORKER } from '#tests/support/static-site.ts';

type Site = Awaited<ReturnType<typeof openStaticSite>>;
let site: Site;
beforeAll(async () => void (site = await openStaticSite()));
afterAll(() => site.close());

const get: Site['get'] = (...call) => site.get(...call);

const worker = () => get('/_astro/worker.Cd34.mjs', { 'accept-encoding': 'br' });

describe('addresses', () => {
  test.each([
    ['/', 'text/html; charset=utf-8'],
    ['/about', 'text/html; charset=utf-8'],
    ['/about?from=home', 'text/html; charset=utf-8'],
    ['/thank-you', 'text/html; charset=utf-8'],
    ['/_astro/app.Ab12.js', 'text/javascript; charset=utf-8'],
    ['/_astro/worker.Cd34.mjs', 'text/javascript; charset=utf-8'],
    ['/picture.webp', 'image/webp'],
    ['/film.bin', 'application/octet-stream'],
    ['/terms.pdf', 'application/pdf'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/my%20file.txt', 'text/plain; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ])('%s is %s', async (path, type) => {
    const answer = await get(path);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': type },
    });
    expect(answer.headers['x-for']).toBe(path.split('?')[0]);
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  });

  test.each([
    '/_astro/app.Ab12.js.map',
    '/_astro/app.Ab12.js.br',
    '/_astro/app.Ab12.js.gz',
    '/.env',
    '/.git/config',
    '/index.html',
    '/about/',
    '/about/index.html',
    '/nothing',
    '/_astro',
    '/_astro/',
    '//about',
    '/../package.json',
    '/%2e%2e/package.json',
    '/About',
    '/__proto__',
    '*',
    'http://x/about',
  ])('%s is left to others', async (path) => {
    expect(await get(path)).toMatchObject({ status: 418 });
  });

  test('other methods are left to others', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
      expect(await get('/', {}, method)).toMatchObject({ status: 418 });
  });

  test('the page for what is not found says so', async () => {
    expect(await get('/404')).toMatchObject({ status: 404 });
  });
});

describe('what is sent', () => {
  test('is kept for ever when its name changes with it, else asked for again', async () => {
    expect((await get('/_astro/app.Ab12.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/about')).headers['cache-control']).toBe(
      'public, max-age=0, must-revalidate',
    );
  });

  test.each([
    [undefined, undefined],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000 ,gzip;q=0', undefined],
    ['brotli, x-br, zstd', undefined],
    ['identity', undefined],
  ])('for Accept-Encoding %j is %j', async (accept, encoding) => {
    const answer = await get('/', accept ? { 'accept-encoding': accept } : {});
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect(String(decode ? decode(answer.body) : answer.body)).toBe(PAGE);
    if (encoding) expect(answer.body.length).toBeLessThan(PAGE.length / 4);
  });

  test('is never larger for being compressed', async () => {
    for (const path of ['/tiny.css', '/picture.webp', '/film.bin', '/_astro/noise.svg']) {
      const { headers } = await get(path, { 'accept-encoding': 'br, gzip' });
      expect([path, headers['content-encoding']]).toEqual([path, undefined]);
    }
  });

  test('a large text is compressed too', async () => {
    expect(WORKER.length).toBeGreaterThan(256 * 1024);
    expect((await worker()).headers['content-encoding']).toBe('br');
    expect(String(brotliDecompressSync((await worker()).body))).toBe(WORKER);
  });

  test('a large binary comes from the disk, whole', async () => {
    expect((await get('/film.bin')).body.equals(FILM)).toBe(true);
    const head = await get('/film.bin', {}, 'HEAD');
    expect([head.headers['content-length'], head.body.length]).toEqual(['2000000', 0]);
  });

  test('to HEAD is the same without a body', async () => {
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const [whole, head] = [await get('/', headers), await get('/', headers, 'HEAD')];
      expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
      expect([head.status, head.body.length]).toEqual([200, 0]);
    }
  });
});
