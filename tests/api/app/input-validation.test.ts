import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const LOGIN = '/api/web/auth/login';

test.each([
  ['an array', []],
  ['a string', '"x"'],
  ['a number', 1],
])('a body that is %s gets 400 and says what is expected', async (_, body) => {
  const site = await openSite();
  expect(await site.guest().post(LOGIN, body)).toMatchObject({
    status: 400,
    body: {
      code: 'object_expected',
      error: 'The body must be one JSON object, like {"name": "value"}.',
    },
  });
});

test.each([
  ['an empty object', {}],
  ['a number for the email', { email: 1, password: 'x' }],
  ['an array for the email', { email: ['a@b.example'], password: 'x' }],
  ['an object for the password', { email: 'a@b.example', password: { $ne: 1 } }],
  ['an empty email', { email: '', password: 'x' }],
  ['half an email', { email: 'maria', password: 'x' }],
  ['a very long email', { email: `${'m'.repeat(250)}@glean.example`, password: 'x' }],
  ['a very long password', { email: 'a@b.example', password: 'x'.repeat(257) }],
  ['a NUL', { email: 'a@b.example', password: 'x\0' }],
  ['half a surrogate pair', { email: 'a@b.example', password: '\ud800' }],
  ['a line break in the email', { email: 'a@b.example\r\nBcc: c@d.example', password: 'x' }],
])('%s gets 400 and a sentence', async (_, body) => {
  const site = await openSite();
  const response = await site.guest().post(LOGIN, body);
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ code: 'invalid', error: expect.stringMatching(/\w+\.$/) });
});

/** Sends a raw body. */
async function sendRaw(body: string, contentType = 'application/json') {
  const site = await openSite();
  const browser = site.guest();
  const response = await browser.send(LOGIN, {
    method: 'POST',
    body,
    headers: {
      'content-type': contentType,
      origin: 'http://localhost',
      'x-csrf-token': await browser.token(),
    },
  });
  return { status: response.status, body: await response.json() };
}

test.each(['', '{', '{"email":NaN}', '{"email":1e309', '\ufeff', '[1,]'])(
  'the malformed JSON %j gets 400',
  async (body) => {
    expect(await sendRaw(body)).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
  },
);

const deep = (levels: number) => `{"email":${'['.repeat(levels)}${']'.repeat(levels)}}`;

test('JSON that is nested deeper than any request needs gets 400', async () => {
  const sent = { status: 400, body: { code: 'malformed_json' } };
  expect(await sendRaw(deep(30_000))).toMatchObject(sent);
  expect(await sendRaw(deep(16))).toMatchObject(sent);
  expect(await sendRaw(deep(15))).toMatchObject({ status: 400, body: { code: 'invalid' } });
  const text = JSON.stringify({ email: `\\"${'['.repeat(5000)}`, password: 'x' });
  expect(await sendRaw(text)).toMatchObject({ status: 400, body: { code: 'invalid' } });
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x; application/json',
  '',
])('a JSON body with content type %j gets 415 (ASVS 3.5.2)', async (type) => {
  expect(await sendRaw('{}', type)).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media_type' },
  });
});

const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test('a body that is not UTF-8 gets 400, and nothing is stored', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: browser.member.id });
  const path = `/api/web/forum/posts/${id}/comments`;
  const latin1 = Buffer.from('{"comment":"pi\xf1a"}', 'latin1');
  const json = await browser.sendBytes('POST', path, latin1, 'application/json');
  expect(json).toMatchObject({ status: 400, body: { code: 'invalid_encoding' } });
  const form = `${part('title', 'Straw')}${part('description', 'pi\xf1a')}--x--\r\n`;
  const bytes = Buffer.from(form, 'latin1');
  const multipart = 'multipart/form-data; boundary=x';
  const post = await browser.sendBytes('POST', '/api/web/forum/posts', bytes, multipart);
  expect(post).toMatchObject({ status: 400, body: { code: 'invalid_encoding' } });
  expect(await site.services.db.selectFrom('comments').select('id').execute()).toEqual([]);
});

test.each([
  ['/api/web/forum?cursor=abc', 'The cursor “abc” doesn’t belong to this list. Reload the list.'],
  [
    '/api/web/forum/following/suggestions?cursor=1.2',
    'The cursor “1.2” doesn’t belong to this list. Reload the list.',
  ],
  ['/api/web/eduhub?cursor=abc', 'The cursor “abc” doesn’t belong to this list. Reload the list.'],
  [
    '/api/web/forum/explore/look/account/posts?cursor=abc',
    'The cursor “abc” doesn’t belong to this list. Reload the list.',
  ],
  ['/api/web/eduhub?limit=zero', 'The limit is “zero”. Please ask for 1 to 50 items.'],
])('%s says which value is wrong and what to do', async (path, error) => {
  const site = await openSite();
  const { status, body } = await (await site.signedIn()).get(path);
  expect({ status, error: body['error'] }).toEqual({ status: 400, error });
});

test('an invalid id is named with its field', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: browser.member.id });
  const input = { post_id: 'zzz', comment: 'x' };
  const { status, body } = await browser.post(`/api/web/forum/posts/${id}/comments`, input);
  expect(status).toBe(400);
  expect(body).toMatchObject({
    error: '`post_id` is “zzz”, which is not an id. Send an id from the API.',
    field_codes: { post_id: 'invalid_id' },
  });
});

test('a body over the limit gets 413', async () => {
  const body = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(70_000) });
  expect(await sendRaw(body)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
});

test('prototype keys in a body have no effect (ASVS 15.3.6)', async () => {
  const poison = '{"__proto__":{"role":"staff"},"constructor":{"prototype":{"role":"staff"}},';
  const response = await sendRaw(`${poison}"email":"a@b.example","password":"x"}`);
  expect(response.status).toBe(401);
  expect(({} as Record<string, unknown>)['role']).toBeUndefined();
});

test.each([
  'cursor=x',
  'cursor=1',
  'limit=0',
  'limit=51',
  'limit=1e9',
  'limit=0x5',
  'limit=x',
  'limit=-1',
  "cursor=' or 1=1",
])('a list with the query ?%s gets 400', async (query) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.get(`/api/web/forum?${encodeURI(query)}`);
  expect(status).toBe(400);
  const [field = ''] = query.split('=');
  expect(body['field_codes']).toEqual({
    [field]: field === 'limit' ? 'limit_out_of_range' : 'invalid_cursor',
  });
});

test('a query parameter given twice gets 400', async () => {
  const browser = await (await openSite()).signedIn();
  expect(await browser.get('/api/web/forum?limit=2&limit=3')).toMatchObject({
    status: 400,
    body: { error: '`limit` must be given once.', code: 'duplicate_parameter' },
  });
});

test('fields that a client may not set are ignored', async () => {
  const site = await openSite();
  const { email, id } = await site.member();
  const sent = { email, password: PASSWORD, id: 'x', role: 'staff', member_id: 'y' };
  const { body } = await site.guest().post(LOGIN, sent);
  expect(body['data'].account_id).toBe(id);
});
