import { expect, test } from 'vitest';

import { addComment, addPost } from '#demo/factories.ts';
import { LIMITS } from '#lib/server/forum/comments/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const POSTS = '/api/web/forum/posts';

/**
 * A site with a post.
 * @returns it and the path of its comments
 */
async function siteWithPost(): Promise<{ site: Site; post_id: string; comments: string }> {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { id } = await addPost(site.services.db, { author_id });
  return { site, post_id: id, comments: `${POSTS}/${id}/comments` };
}

test('a comment is trimmed, listed with its author, and counted', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const ana = await site.signedIn(await site.member({ first_name: 'Ana', role: 'gleaner' }));
  const { status, body } = await ana.post(comments, { post_id, comment: '  Still there?\n' });
  expect(status).toBe(201);
  expect(body['data']).toEqual({
    comment_id: expect.any(String),
    content: 'Still there?',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    edited_at: null,
    account: {
      account_id: ana.member.id,
      name: 'Ana Santos',
      profile_picture: null,
      account_type: 'Gleaning organization',
    },
  });
  const list = await ana.get(comments);
  expect(list.body).toEqual({ data: { comments: [body['data']], next_cursor: null } });
  expect((await ana.get(`${POSTS}/${post_id}`)).body['data'].comments).toBe(1);
});

test.each([
  ['no characters', { comment: '' }, 'comment_required'],
  ['white space', { comment: ' \n\t ' }, 'comment_required'],
  ['no value', {}, 'comment_required'],
  ['a list', { comment: ['x'] }, 'comment_required'],
  ['a NUL character', { comment: 'a\0b' }, 'unprintable_characters'],
  ['2001 characters', { comment: 'x'.repeat(2001) }, 'too_long'],
])('a comment of %s is rejected', async (_, input, code) => {
  const { site, post_id, comments } = await siteWithPost();
  const { status, body } = await (await site.signedIn()).post(comments, { post_id, ...input });
  expect(status).toBe(400);
  expect(body['field_codes']).toEqual({ comment: code });
  expect(await site.services.db.selectFrom('comments').select('id').execute()).toEqual([]);
});

test('a comment whose body names another post than its URL is rejected', async () => {
  const { site, comments } = await siteWithPost();
  const input = { post_id: newId(), comment: 'x' };
  expect((await (await site.signedIn()).post(comments, input)).status).toBe(400);
});

test('comments are paged by twelve, newest first, without gaps while others are added', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const reader = await site.signedIn();
  for (let nth = 0; nth < 30; nth += 1)
    await addComment(site.services.db, post_id, reader.member.id, `No. ${nth}`, 1e12 + nth);
  const sizes: number[] = [];
  const contents: string[] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const { body } = await reader.get(`${comments}?cursor=${cursor}`);
    sizes.push(body['data'].comments.length);
    contents.push(...body['data'].comments.map(({ content }: { content: string }) => content));
    cursor = body['data'].next_cursor;
    await reader.post(comments, { post_id, comment: 'meanwhile' });
  }
  expect(sizes).toEqual([12, 12, 6]);
  expect(contents).toEqual(Array.from({ length: 30 }, (_, nth) => `No. ${29 - nth}`));
});

test('repeated and concurrent requests with one idempotency key create one comment', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const ana = await site.signedIn();
  const key = { 'idempotency-key': newId() };
  const send = () => ana.post(comments, { post_id, comment: 'Once' }, key);
  const responses = [...(await Promise.all([send(), send(), send(), send()])), await send()];
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(responses.map(({ body }) => body['data'].comment_id)).size).toBe(1);
  expect((await ana.get(`${POSTS}/${post_id}`)).body['data'].comments).toBe(1);
});

test('an idempotency key used for another post is rejected', async () => {
  const { site, comments } = await siteWithPost();
  const ana = await site.signedIn();
  const other = await addPost(site.services.db, { author_id: ana.member.id });
  const key = { 'idempotency-key': newId() };
  expect((await ana.post(comments, { comment: 'Here' }, key)).status).toBe(201);
  const { status, body } = await ana.post(`${POSTS}/${other.id}/comments`, { comment: 'x' }, key);
  expect({ status, code: body['code'] }).toEqual({ status: 409, code: 'idempotency_key_reused' });
  expect(await site.services.db.selectFrom('comments').select('id').execute()).toHaveLength(1);
});

test('an idempotency key is any text of up to 64 characters, for one content', async () => {
  const { site, comments } = await siteWithPost();
  const ana = await site.signedIn();
  const send = (key: string, comment: string) =>
    ana.post(comments, { comment }, { 'idempotency-key': key });
  for (const key of ['order-123', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'x'.repeat(64)]) {
    const first = await send(key, 'One');
    expect(first.status).toBe(201);
    expect((await send(key, 'One')).body).toEqual(first.body);
    expect(await send(key, 'Another')).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
  }
  for (const key of ['', 'x'.repeat(65)])
    expect(await send(key, 'Two')).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_idempotency_key',
        error: 'The header idempotency-key must have 1 to 64 characters.',
      },
    });
  expect(await site.services.db.selectFrom('comments').select('id').execute()).toHaveLength(3);
});

test('the count equals the rows after 64 concurrent comments', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const members = await Promise.all(Array.from({ length: 4 }, () => site.signedIn()));
  const all = members.flatMap((member) =>
    Array.from({ length: 16 }, (_, nth) =>
      repeatWhileUnavailable(() => member.post(comments, { post_id, comment: `No. ${nth}` })),
    ),
  );
  for (const { status } of await Promise.all(all)) expect(status).toBe(201);
  const { body } = await (await site.signedIn()).get(`${POSTS}/${post_id}`);
  const rows = await site.services.db.selectFrom('comments').select('id').execute();
  expect(rows).toHaveLength(64);
  expect(body['data'].comments).toBe(64);
});

test('a deleted post has no comments and accepts none', async () => {
  const { site, post_id, comments } = await siteWithPost();
  await site.services.db.deleteFrom('posts').where('id', '=', post_id).execute();
  const ana = await site.signedIn();
  expect((await ana.get(comments)).status).toBe(404);
  expect((await ana.post(comments, { post_id, comment: 'x' })).status).toBe(404);
});

test('comments of a disabled member are not listed', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const { id } = await site.member({ disabled_at: 1 });
  await addComment(site.services.db, post_id, id, 'Gone');
  expect((await (await site.signedIn()).get(comments)).body['data'].comments).toEqual([]);
});

test('the 61st comment within ten minutes is rate limited', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const ana = await site.signedIn();
  for (let nth = 0; nth < 60; nth += 1)
    await site.services.limits.consume(LIMITS.comment, ana.member.id);
  const { status, headers } = await ana.post(comments, { post_id, comment: 'x' });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
});
