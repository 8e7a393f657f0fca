import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { addComment, addFollow, addLike, addListing, addPost } from '#demo/factories.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { blankPng } from '#tests/support/nouns/images.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';
const POSTS = `${FORUM}/posts`;

/** A post with an image, like that of the dialog. */
function form(): FormData {
  const data = new FormData();
  data.append('title', 'Rice straw');
  data.append('description', 'Forty dry bundles.');
  const bytes = blankPng(20, 20) as Uint8Array<ArrayBuffer>;
  data.append('attachments', new File([bytes], 'p.png', { type: 'image/png' }));
  return data;
}

async function storedFiles({ services }: Site): Promise<number> {
  const media = join(services.config.dataDir, 'media');
  const entries = await readdir(media, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

test('a member reads a post with their possible actions', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  const { status, body } = await owner.get(`${POSTS}/${id}`);
  expect(status).toBe(200);
  expect(body['data']).toMatchObject({ post_id: id, title: 'Rice straw, dry', post_owner: true });
  const other = await (await site.signedIn()).get(`${POSTS}/${id}`);
  expect(other.body['data']).toEqual({ ...body['data'], post_owner: false });
});

test('an author edits a post: it is trimmed, and only found by its new text', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { body } = await owner.post(POSTS, form());
  const { post_id } = body['data'];
  const words = { title: '  Corn cobs ', description: '\nBy the truck. ' };
  const changed = await owner.change('PATCH', `${POSTS}/${post_id}`, words);
  expect(changed.status).toBe(200);
  const trimmed = { title: 'Corn cobs', description: 'By the truck.' };
  const updated_at = expect.any(String) as string;
  expect(changed.body['data']).toEqual({ ...body['data'], ...trimmed, updated_at });
  expect((await owner.get(`${POSTS}/${post_id}`)).body['data']).toEqual(changed.body['data']);
  const find = async (word: string) =>
    (await owner.get(`${FORUM}/explore/look/account/posts?search=${word}`)).body['data'].posts
      .length;
  expect([await find('rice'), await find('cobs')]).toEqual([0, 1]);
});

test.each([
  ['a blank title', { title: ' ' }, 'title', 'title_required'],
  ['a blank description', { description: '\n' }, 'description', 'description_required'],
  ['a title that is too long', { title: 'x'.repeat(151) }, 'title', 'too_long'],
])('%s changes nothing', async (_, change, field, code) => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  const before = (await owner.get(`${POSTS}/${id}`)).body;
  const words = { title: 'New', description: 'New', ...change };
  const { status, body } = await owner.change('PATCH', `${POSTS}/${id}`, words);
  expect({ status, codes: body['field_codes'] }).toEqual({ status: 400, codes: { [field]: code } });
  expect((await owner.get(`${POSTS}/${id}`)).body).toEqual(before);
});

test('fields that an author may not set are ignored', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id, created_at: 1e12 });
  const more = { likes_count: 9, author_id: newId(), created_at: 1, id: newId() };
  await owner.change('PATCH', `${POSTS}/${id}`, { title: 'New', description: 'New', ...more });
  const row = await site.services.db.selectFrom('posts').selectAll().executeTakeFirstOrThrow();
  const unchanged = { id, author_id: owner.member.id, likes_count: 0, created_at: 1e12 };
  expect(row).toMatchObject({ ...unchanged, title: 'New' });
});

test('changing another member’s post or a missing one gets the same kind of error', async () => {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { id } = await addPost(site.services.db, { author_id });
  const thief = await site.signedIn();
  const words = { title: 'Mine', description: 'Mine' };
  for (const [method, body] of [
    ['PATCH', words],
    ['DELETE', {}],
  ] as const) {
    expect(await thief.change(method, `${POSTS}/${id}`, body)).toMatchObject({
      status: 403,
      body: { error: 'This post belongs to another member.', code: 'post_not_yours' },
    });
    for (const nothing of [newId(), 'x'])
      expect(await thief.change(method, `${POSTS}/${nothing}`, body)).toMatchObject({
        status: 404,
        body: { error: 'This post no longer exists.', code: 'post_not_found' },
      });
  }
  expect((await thief.get(`${POSTS}/${id}`)).body['data'].title).toBe('Rice straw, dry');
});

test('a deleted post disappears from every list, with everything that belongs to it', async () => {
  const site = await openSite();
  const { db } = site.services;
  const owner = await site.signedIn();
  const other = await site.signedIn();
  const { body } = await owner.post(POSTS, form());
  const { post_id } = body['data'];
  await addLike(db, post_id, other.member.id);
  await addListing(db, { post_id });
  await addComment(db, post_id, other.member.id, 'Still there?');
  await other.post(`${POSTS}/${post_id}/report`, { report_desc: 'Spam' });
  expect(await storedFiles(site)).toBeGreaterThan(0);
  const { status, body: deleted } = await owner.change('DELETE', `${POSTS}/${post_id}`);
  expect({ status, deleted }).toEqual({ status: 200, deleted: { data: null } });
  expect(await storedFiles(site)).toBe(0);
  const { id } = owner.member;
  for (const path of [
    '',
    '/discussions',
    '/posts/limited',
    `/users/${id}`,
    '/explore/look/account/posts?search=rice',
  ])
    expect((await owner.get(`${FORUM}${path}`)).body['data'].posts).toEqual([]);
  for (const path of ['', '/likes', '/comments'])
    expect((await owner.get(`${POSTS}/${post_id}${path}`)).status).toBe(404);
  for (const table of ['posts', 'attachments', 'listings', 'likes', 'comments', 'reports'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect((await owner.get(`${FORUM}/users/${id}/profile`)).body['data'].post_count).toBe(0);
});

test('sixteen concurrent deletions delete once', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  await owner.post(POSTS, form());
  const { body } = await owner.post(POSTS, form());
  const path = `${POSTS}/${body['data'].post_id}`;
  const responses = await Promise.all(
    Array.from({ length: 16 }, () => owner.change('DELETE', path)),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(15);
  const { posts_count } = await site.services.db
    .selectFrom('members')
    .select('posts_count')
    .executeTakeFirstOrThrow();
  expect(posts_count).toBe(1);
});

test('likes and comments during a deletion get 404 and leave no rows', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const other = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  await site.services.db
    .updateTable('members')
    .set({ posts_count: 1 })
    .where('id', '=', owner.member.id)
    .execute();
  const path = `${POSTS}/${id}`;
  const responses = await Promise.all([
    ...Array.from({ length: 8 }, () => other.post(`${path}/likes`)),
    owner.change('DELETE', path),
    ...Array.from({ length: 8 }, () =>
      other.post(`${path}/comments`, { post_id: id, comment: 'x' }),
    ),
  ]);
  for (const { status } of responses) expect([200, 201, 404]).toContain(status);
  for (const table of ['likes', 'comments'] as const)
    expect(await site.services.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('deleting a post does not affect followers', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const fan = await site.member();
  await addFollow(site.services.db, fan.id, owner.member.id);
  const { body } = await owner.post(POSTS, form());
  await owner.change('DELETE', `${POSTS}/${body['data'].post_id}`);
  expect((await owner.get(`${FORUM}/list/followers`)).body['data'].followers).toHaveLength(1);
});
