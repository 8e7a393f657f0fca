// Responses are compressed once they are large enough (docs/product.md, "Caching").
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openGuestServer, type Render } from '#tests/support/site/guest-server.ts';
import { openSite } from '#tests/support/site/site.ts';

async function openPage(render: Render) {
  const get = await openGuestServer(await openSite(), render);
  return (method = 'GET', encoding = 'br') =>
    get('/x', { method, headers: { 'accept-encoding': encoding } });
}

test.each([
  ['of 1,023 bytes is not compressed', `${'é'.repeat(511)}x`, null],
  ['of 1,024 bytes is compressed', 'é'.repeat(512), 'br'],
])('text %s, whatever the number of its characters', async (_, text, encoding) => {
  const request = await openPage((c) => c.html(text));
  const response = await request();
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toContain('accept-encoding');
  expect(await response.text()).toBe(text);
});

test('a compressed response has all its cookies and headers', async () => {
  const cookies = ['a=1; Path=/; HttpOnly', 'b=2; Path=/; Expires=Thu, 01 Jan 2026 00:00:00 GMT'];
  const text = 'Straw. '.repeat(1000);
  const request = await openPage(() => {
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'x-test': 'kept' });
    for (const cookie of cookies) headers.append('set-cookie', cookie);
    return new Response(text, { status: 201, headers });
  });
  for (const encoding of ['br', 'gzip', 'zstd', 'identity']) {
    const response = await request('GET', encoding);
    expect(response.headers.getSetCookie()).toEqual(cookies);
    expect([response.status, response.headers.get('x-test')]).toEqual([201, 'kept']);
    expect(await response.text()).toBe(text);
  }
});

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, br;q=0, zstd;q=0', 'gzip'],
  ['zstd;q=0', null],
])('for Accept-Encoding %j a response that is sent once has %j', async (accept, encoding) => {
  const text = 'Straw. '.repeat(1000);
  const request = await openPage((c) => c.html(text));
  const response = await request('GET', accept);
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(await response.text()).toBe(text);
});

test('a HEAD of a compressed page has no body, and the same length as GET', async () => {
  const text = 'Straw. '.repeat(1000);
  const request = await openPage((c) => c.html(text));
  const head = await request('HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect([null, (await request()).headers.get('content-length')]).toContain(
    head.headers.get('content-length'),
  );
  expect(head.headers.get('vary')).toContain('accept-encoding');
});

test('a public read has the same ETag in every encoding and for HEAD', async () => {
  const site = await openSite();
  const { id: author_id } = await site.member();
  await addPost(site.services.db, { author_id, description: 'Straw. '.repeat(300) });
  const get = await openGuestServer(site, (c) => c.html(''));
  const readTag = async (method: string, encoding: string) => {
    const headers = { 'accept-encoding': encoding };
    const response = await get('/api/web/forum/posts/limited', { method, headers });
    if (method === 'GET' && encoding !== 'identity')
      expect(response.headers.get('content-encoding')).toBe(encoding);
    return response.headers.get('etag');
  };
  const tag = await readTag('HEAD', 'identity');
  expect(tag).toMatch(/^W\/".+"$/);
  for (const encoding of ['zstd', 'br', 'gzip', 'identity'])
    expect(await readTag('GET', encoding)).toBe(tag);
});
