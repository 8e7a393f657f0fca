import { expect, onTestFinished, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const feedOf = async (browser: Browser, query = ''): Promise<Post[]> =>
  (await browser.get(`/api/web/forum${query}`)).body['data'].posts;

const ownIn = async (browser: Browser) =>
  (await feedOf(browser)).map(({ post_id, is_liked, post_owner, likes }) => [
    post_id,
    is_liked,
    post_owner,
    likes,
  ]);

test('the feed is paged by ten without gaps while posts are added', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const made = [];
  for (let nth = 0; nth < 25; nth += 1)
    made.push((await addPost(site.services.db, { author_id: id, created_at: 1e12 + nth })).id);
  const reader = await site.signedIn();
  const seen: string[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const { body } = await reader.get(`/api/web/forum?cursor=${cursor}`);
    seen.push(...body['data'].posts.map(({ post_id }: { post_id: string }) => post_id));
    cursor = body['data'].nextCursor;
    await addPost(site.services.db, { author_id: id });
  }
  expect(seen).toEqual(made.toReversed());
});

test('posts of a disabled member are not listed', async () => {
  const site = await openSite();
  const { id } = await site.member({ disabled_at: 1 });
  await addPost(site.services.db, { author_id: id });
  expect((await site.guest().get(`${POSTS}/limited`)).body['data'].posts).toEqual([]);
});

test('the viewer’s own likes and posts are marked, whoever reads in between', async () => {
  const site = await openSite();
  const [maria, jun] = [await site.signedIn(), await site.signedIn()];
  const mine = await addPost(site.services.db, { author_id: maria.member.id });
  const theirs = await addPost(site.services.db, { author_id: jun.member.id });
  await maria.post(`${POSTS}/${theirs.id}/likes`);
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await ownIn(maria)).toEqual([
      [theirs.id, true, false, 1],
      [mine.id, false, true, 0],
    ]);
    expect(await ownIn(jun)).toEqual([
      [theirs.id, false, true, 1],
      [mine.id, false, false, 0],
    ]);
  }
  await maria.post(`${POSTS}/${theirs.id}/unlike`);
  expect((await ownIn(maria))[0]).toEqual([theirs.id, false, false, 0]);
});

test('the feed shows a change immediately, even one made by another process', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const { id: author_id } = await site.member();
  const outside = openDatabase(site.services.config.databaseUrl);
  onTestFinished(() => outside.close());
  const titles = async () => (await feedOf(reader)).map(({ title }) => title);
  const { id } = await addPost(outside.db, { author_id, title: 'Husk' });
  expect(await titles()).toEqual(['Husk']);
  await outside.db.updateTable('posts').set({ title: 'Hull' }).where('id', '=', id).execute();
  expect(await titles()).toEqual(['Hull']);
  await addPost(site.services.db, { author_id, title: 'Straw' });
  expect(await titles()).toEqual(['Straw', 'Hull']);
  await outside.db.deleteFrom('posts').where('id', '=', id).execute();
  expect(await titles()).toEqual(['Straw']);
  await outside.db
    .updateTable('members')
    .set({ disabled_at: 1 })
    .where('id', '=', author_id)
    .execute();
  expect(await titles()).toEqual([]);
});

test('pages of different sizes do not share a cache entry', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  for (let nth = 0; nth < 3; nth += 1)
    await addPost(site.services.db, { author_id: reader.member.id });
  expect(await feedOf(reader, '?limit=1')).toHaveLength(1);
  expect(await feedOf(reader)).toHaveLength(3);
  expect(await feedOf(reader, '?limit=1')).toHaveLength(1);
});
