import { expect, test } from 'vitest';

import { addComment, addPost } from '#demo/factories.ts';
import { newId } from '#lib/server/new-id.ts';
import { openSite, type Site } from '#tests/support/api.ts';

const POSTS = '/api/web/forum/posts';

/** A site with a post, and where its comments are. */
async function siteWithPost(): Promise<{ site: Site; post_id: string; comments: string }> {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { id } = await addPost(site.services.db, { author_id });
  return { site, post_id: id, comments: `${POSTS}/${id}/comments` };
}

test('a comment is trimmed, shown with who wrote it, and counted', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const ana = await site.signedIn(await site.member({ first_name: 'Ana', role: 'gleaner' }));
  const { status, body } = await ana.post(comments, { post_id, comment: '  Still there?\n' });
  expect(status).toBe(201);
  expect(body['data']).toEqual({
    comment_id: expect.any(String),
    content: 'Still there?',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
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
  ['nothing', { comment: '' }, 'Please add your comment.'],
  ['blanks', { comment: ' \n\t ' }, 'Please add your comment.'],
  ['no text at all', {}, 'Please add your comment.'],
  ['a list', { comment: ['x'] }, 'Please add your comment.'],
  ['a NUL', { comment: 'a\0b' }, 'Please remove the characters that cannot be shown.'],
  ['too much', { comment: 'x'.repeat(2001) }, 'Please use at most 2000 characters.'],
])('a comment of %s is refused', async (_, said, error) => {
  const { site, post_id, comments } = await siteWithPost();
  const { status, body } = await (await site.signedIn()).post(comments, { post_id, ...said });
  expect(status).toBe(400);
  expect(body).toEqual({ error, code: 'invalid', fields: { comment: error } });
  expect(await site.services.db.selectFrom('comments').select('id').execute()).toEqual([]);
});

test('a comment that names another post than its address is refused', async () => {
  const { site, comments } = await siteWithPost();
  const said = { post_id: newId(), comment: 'x' };
  expect((await (await site.signedIn()).post(comments, said)).status).toBe(400);
});

test('comments come twelve a page, newest first, without gaps when more are added', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const reader = await site.signedIn();
  for (let nth = 0; nth < 30; nth += 1)
    await addComment(site.services.db, post_id, reader.member.id, `No. ${nth}`, 1e12 + nth);
  const sizes: number[] = [];
  const seen: string[] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const { body } = await reader.get(`${comments}?cursor=${cursor}`);
    sizes.push(body['data'].comments.length);
    seen.push(...body['data'].comments.map(({ content }: { content: string }) => content));
    cursor = body['data'].next_cursor;
    await reader.post(comments, { post_id, comment: 'meanwhile' });
  }
  expect(sizes).toEqual([12, 12, 6]);
  expect(seen).toEqual(Array.from({ length: 30 }, (_, nth) => `No. ${29 - nth}`));
});

test('the same request sent again, or many times at once, makes one comment', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const ana = await site.signedIn();
  const key = { 'idempotency-key': newId() };
  const send = () => ana.post(comments, { post_id, comment: 'Once' }, key);
  const answers = [...(await Promise.all([send(), send(), send(), send()])), await send()];
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201));
  expect(new Set(answers.map(({ body }) => body['data'].comment_id)).size).toBe(1);
  expect((await ana.get(`${POSTS}/${post_id}`)).body['data'].comments).toBe(1);
});

test('a request that was sent to one post is refused by another', async () => {
  const { site, comments } = await siteWithPost();
  const ana = await site.signedIn();
  const other = await addPost(site.services.db, { author_id: ana.member.id });
  const key = { 'idempotency-key': newId() };
  expect((await ana.post(comments, { comment: 'Here' }, key)).status).toBe(201);
  const { status, body } = await ana.post(`${POSTS}/${other.id}/comments`, { comment: 'x' }, key);
  expect({ status, code: body['code'] }).toEqual({ status: 409, code: 'conflict' });
  expect(await site.services.db.selectFrom('comments').select('id').execute()).toHaveLength(1);
});

test('the count equals the rows after 64 comments at once', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const people = await Promise.all(Array.from({ length: 4 }, () => site.signedIn()));
  const all = Array.from({ length: 64 }, async (_, nth) =>
    people[nth % 4]?.post(comments, { post_id, comment: `No. ${nth}` }),
  );
  await Promise.all(all);
  const { body } = await (await site.signedIn()).get(`${POSTS}/${post_id}`);
  const rows = await site.services.db.selectFrom('comments').select('id').execute();
  expect(rows).toHaveLength(64);
  expect(body['data'].comments).toBe(64);
});

test('a deleted post has no comments and takes none', async () => {
  const { site, post_id, comments } = await siteWithPost();
  await site.services.db.deleteFrom('posts').where('id', '=', post_id).execute();
  const ana = await site.signedIn();
  expect((await ana.get(comments)).status).toBe(404);
  expect((await ana.post(comments, { post_id, comment: 'x' })).status).toBe(404);
});

test('comments of a disabled member are not shown', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const { id } = await site.member({ disabled_at: 1 });
  await addComment(site.services.db, post_id, id, 'Gone');
  expect((await (await site.signedIn()).get(comments)).body['data'].comments).toEqual([]);
});

test('the 61st comment within ten minutes has to wait', async () => {
  const { site, post_id, comments } = await siteWithPost();
  const ana = await site.signedIn();
  for (let nth = 0; nth < 60; nth += 1)
    await site.services.limits.consume('comment', ana.member.id);
  const { status, headers } = await ana.post(comments, { post_id, comment: 'x' });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
});
