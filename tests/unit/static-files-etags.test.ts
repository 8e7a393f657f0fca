import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openStaticSite } from '#tests/support/static-site.ts';

type Site = Awaited<ReturnType<typeof openStaticSite>>;
let site: Site;
beforeAll(async () => void (site = await openStaticSite()));
afterAll(() => site.close());

const get: Site['get'] = (...call) => site.get(...call);

describe('If-None-Match', () => {
  test('each form has an etag of its own', async () => {
    const etags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (form) => (await get('/', { 'accept-encoding': form })).headers.etag,
      ),
    );
    expect(new Set(etags).size).toBe(3);
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await get('/about')).headers.etag).not.toBe(etags[2]);
  });

  test.each([
    ['the etag', (etag: string) => etag, 304],
    ['weakly', (etag: string) => `W/${etag}`, 304],
    ['in a list', (etag: string) => `"x", W/"y",${etag} , "z"`, 304],
    ['anything', () => '*', 304],
    ['another', () => '"x"', 200],
    ['a part of it', (etag: string) => `${etag.slice(0, -2)}"`, 200],
    ['it without quotes', (etag: string) => etag.slice(1, -1), 200],
    ['nothing', () => '', 200],
  ])('names %s', async (_, condition, status) => {
    for (const encoding of ['br', 'identity'])
      for (const method of ['GET', 'HEAD']) {
        const known = await get('/about', { 'accept-encoding': encoding });
        const again = await get(
          '/about',
          { 'accept-encoding': encoding, 'if-none-match': condition(known.headers.etag) },
          method,
        );
        expect(again.status).toBe(status);
        if (status !== 304) continue;
        expect(again.body.length).toBe(0);
        for (const name of ['etag', 'cache-control', 'vary', 'x-for'])
          expect(again.headers[name]).toBe(known.headers[name]);
        expect(again.headers).not.toHaveProperty('content-length');
      }
  });

  test('names the etag of another form', async () => {
    const { etag } = (await get('/', { 'accept-encoding': 'br' })).headers;
    expect((await get('/', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  });
});
