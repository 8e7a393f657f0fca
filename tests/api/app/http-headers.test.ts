import { expect, test } from 'vitest';

import { addPost, addResource } from '#demo/factories.ts';
import { openSite } from '#tests/support/site/site.ts';

const SOME_ID = '0198c6e0-0000-7000-8000-000000000000';

test.each([
  ['PUT', `/api/web/forum/posts/${SOME_ID}`, 'GET, HEAD, PATCH, DELETE'],
  ['OPTIONS', `/api/web/forum/posts/${SOME_ID}`, 'GET, HEAD, PATCH, DELETE'],
  ['DELETE', '/api/web/eduhub', 'GET, HEAD'],
  ['POST', '/api/web/forum', 'GET, HEAD'],
  ['POST', '/api/web/forum/', 'GET, HEAD'],
  ['GET', '/api/web/auth/login', 'POST'],
  ['POST', '/media/x', 'GET, HEAD'],
  ['OPTIONS', '/media/x', 'GET, HEAD'],
])('%s %s gets 405 and the allowed methods', async (method, path, allow) => {
  const site = await openSite();
  const response = await site.guest().send(path, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  expect(await response.json()).toEqual({
    error: `Method not allowed. Use ${allow}.`,
    code: 'method_not_allowed',
  });
});

test('an unknown endpoint gets 404 with any method', async () => {
  const browser = await (await openSite()).signedIn();
  expect((await browser.change('PUT', '/api/web/nothing')).status).toBe(404);
});

test('a lost session and a rejected access token have different codes and challenges', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const guest = await site.guest().get('/api/web/notification', { authorization: 'Bearer a.b.c' });
  expect([guest.status, guest.body['code']]).toEqual([401, 'unauthenticated']);
  expect(guest.headers.get('www-authenticate')).toBe('Cookie form-action="/login"');
  const headers: Record<string, string>[] = [
    {},
    { authorization: 'Bearer a.b.c' },
    { authorization: 'Basic YTpi' },
  ];
  for (const sent of headers) {
    const response = await browser.get('/api/web/notification', sent);
    expect([response.status, response.body['code']]).toEqual([401, 'invalid_access_token']);
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  }
});

test('a response shows a member the rest of their limit', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: browser.member.id });
  const like = () => browser.post(`/api/web/forum/posts/${id}/likes`);
  const first = await like();
  expect(first.headers.get('ratelimit-policy')).toBe('"like";q=600;w=600');
  expect(first.headers.get('ratelimit')).toMatch(/^"like";r=599;t=\d+$/);
  expect((await like()).headers.get('ratelimit')).toMatch(/^"like";r=598;t=\d+$/);
});

test('an exceeded limit responds with 429, without the limits of others', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const input = { report_desc: 'Spam' };
  const report = () => browser.post(`/api/web/forum/posts/${SOME_ID}/report`, input);
  let response = await report();
  while (response.status !== 429) response = await report();
  expect(response.headers.get('ratelimit')).toMatch(/^"report";r=0;t=\d+$/);
  const wrong = { email: 'a@b.example', password: 'x' };
  const { headers } = await site.guest().post('/api/web/auth/login', wrong);
  expect(headers.get('ratelimit')).toBeNull();
});

test('public reads have an ETag, and 304 for it until they change', async () => {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { id } = await addResource(site.services.db);
  await addPost(site.services.db, { author_id });
  for (const path of [
    '/api/web/eduhub',
    `/api/web/eduhub/${id}`,
    '/api/admin/policies/common/all',
    '/api/web/forum/posts/limited',
  ]) {
    const first = await site.guest().get(path);
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/".+"$/)]);
    const again = await site.guest().get(path, { 'if-none-match': etag });
    expect([again.status, again.body['text'], again.headers.get('etag')]).toEqual([304, '', etag]);
  }
  const { headers } = await site.guest().get('/api/web/eduhub');
  await addResource(site.services.db, { title: 'Silage' });
  const condition = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await site.guest().get('/api/web/eduhub', condition)).status).toBe(200);
});
