import { expect, test } from 'vitest';

import { newId } from '#lib/server/platform/new-id.ts';
import { blankPng } from '#tests/support/nouns/images.ts';
import { postForm, POSTS, storedFiles } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

const photo = (width: number) => ({ bytes: blankPng(width, 20), type: 'image/png' });

test('a new post is first in the feed and in the guests’ preview', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.post(POSTS, postForm());
  expect(status).toBe(201);
  expect(body['data']).toMatchObject({
    title: 'Rice straw',
    description: 'Forty dry bundles.',
    attachments: [],
    likes: 0,
    comments: 0,
    is_liked: false,
    post_owner: true,
    listing: null,
    account: { account_id: browser.member.id, name: 'Maria Santos', account_type: 'Farmer' },
  });
  expect(body['data'].share_link).toBe(
    `http://localhost:4321/forums/posts/${body['data'].post_id}`,
  );
  const { is_muted, ...listed } = body['data'];
  expect(is_muted).toBe(false);
  expect((await browser.get('/api/web/forum/')).body['data'].posts).toEqual([listed]);
  const preview = await site.guest().get(`${POSTS}/limited`);
  expect(preview.body['data'].posts).toEqual([{ ...listed, post_owner: false }]);
});

test.each([
  ['no title', { title: '  ' }],
  ['no description', { description: '' }],
  ['a title that is too long', { title: 'x'.repeat(151) }],
  ['a NUL in the title', { title: 'a\0b' }],
  ['an escape in the title', { title: 'a\u001b[2Jb' }],
])('a post with %s is rejected', async (_, texts) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const { status, body } = await browser.post(POSTS, postForm([], texts));
  expect(status).toBe(400);
  expect(Object.keys(body['fields'])).toEqual(Object.keys(texts));
});

test.each([
  ['no boundary', 'multipart/form-data', '--x\r\n'],
  [
    'a body that ends too soon',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="ti',
  ],
  ['no parts', 'multipart/form-data; boundary=x', ''],
])('a form with %s gets 400', async (_, type, body) => {
  const site = await openSite();
  const browser = await site.signedIn();
  const response = await browser.send(POSTS, {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      origin: 'http://localhost',
      'x-csrf-token': await browser.token(),
    },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'malformed_upload' });
});

test('repeated and concurrent requests with one idempotency key create one post', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const again = async () => {
    return browser.post(POSTS, postForm([photo(20)]), { 'idempotency-key': key });
  };
  const key = newId();
  const responses = [...(await Promise.all([again(), again()])), await again()];
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(responses.map(({ body }) => body['data'].post_id)).size).toBe(1);
  expect(await storedFiles(site)).toHaveLength(1);
  const { posts_count } = await site.services.db
    .selectFrom('members')
    .select('posts_count')
    .executeTakeFirstOrThrow();
  expect(posts_count).toBe(1);
});

test('an idempotency key with another text or images is rejected, even after the post was changed', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const key = { 'idempotency-key': 'order-123' };
  const first = await browser.post(POSTS, postForm([photo(20)]), key);
  const { post_id } = first.body['data'];
  const forms = [
    postForm([photo(20)], { title: 'Husks' }),
    postForm([photo(20)], { description: 'Wet.' }),
    postForm([photo(30)]),
    postForm(),
  ];
  for (const form of forms)
    expect(await browser.post(POSTS, form, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
  const words = { title: 'Corn cobs', description: 'By the truck.' };
  await browser.change('PATCH', `${POSTS}/${post_id}`, words);
  const again = await browser.post(POSTS, postForm([photo(20)]), key);
  expect([again.status, again.body['data']]).toMatchObject([201, { post_id, ...words }]);
  expect(await storedFiles(site)).toHaveLength(1);
});

test('a title is one line, and a description has normalized line breaks', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const words = { title: 'Rice straw,\r\ndry', description: 'One\r\ntwo\rthree\n\nfour' };
  const stored = { title: 'Rice straw, dry', description: 'One\ntwo\nthree\n\nfour' };
  const { body } = await browser.post(POSTS, postForm([], words));
  expect(body['data']).toMatchObject(stored);
  const path = `${POSTS}/${body['data'].post_id}`;
  const changed = await browser.change('PATCH', path, { ...words, title: 'Rice\u2028straw,\ndry' });
  expect(changed.body['data']).toMatchObject(stored);
});

test('the 21st post within ten minutes is rate limited', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  for (let nth = 0; nth < 20; nth += 1)
    expect((await browser.post(POSTS, postForm())).status).toBe(201);
  const { status, headers } = await browser.post(POSTS, postForm());
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
});
