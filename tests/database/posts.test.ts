import { expect, test } from 'vitest';

import { newId } from '#lib/server/new-id.ts';
import { whitePng } from '#tests/support/images.ts';
import { postForm, POSTS, storedFiles } from '#tests/support/posts.ts';
import { openSite } from '#tests/support/site.ts';

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
    account: { account_id: browser.member.id, name: 'Maria Santos', account_type: 'Farmer' },
  });
  expect(body['data'].share_link).toBe(
    `http://localhost:4321/forums/posts/${body['data'].post_id}`,
  );
  expect((await browser.get('/api/web/forum/')).body['data'].posts).toEqual([body['data']]);
  const preview = await site.guest().get(`${POSTS}/limited`);
  expect(preview.body['data'].posts).toEqual([{ ...body['data'], post_owner: false }]);
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
    const photo = { bytes: whitePng(20, 20), type: 'image/png' };
    return browser.post(POSTS, postForm([photo]), { 'idempotency-key': key });
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

test('the 21st post within ten minutes is rate limited', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  for (let nth = 0; nth < 20; nth += 1)
    expect((await browser.post(POSTS, postForm())).status).toBe(201);
  const { status, headers } = await browser.post(POSTS, postForm());
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
});
