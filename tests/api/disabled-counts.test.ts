// Nobody's count holds a member who is disabled, as no list does.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { lockRows } from '#lib/server/db/lock.ts';
import { transact } from '#lib/server/db/transact.ts';
import { disableMember, enableMember } from '#lib/server/domain/membership.ts';
import { openSite, type Site } from '#tests/support/api.ts';

const FORUM = '/api/web/forum';

/** Every count of the site, and the number of those it counts who are shown. */
async function counts({ services: { db } }: Site) {
  const members = await db.selectFrom('members').selectAll().execute();
  const [posts, follows, likes, comments] = [
    await db.selectFrom('posts').selectAll().execute(),
    await db.selectFrom('follows').selectAll().execute(),
    await db.selectFrom('likes').selectAll().execute(),
    await db.selectFrom('comments').selectAll().execute(),
  ];
  const shown = new Set(members.filter((each) => each.disabled_at === null).map(({ id }) => id));
  const kept = members.flatMap((each) => [each.followers_count, each.following_count]);
  const true_ = members.flatMap(({ id }) => [
    follows.filter((row) => row.followed_id === id && shown.has(row.follower_id)).length,
    follows.filter((row) => row.follower_id === id && shown.has(row.followed_id)).length,
  ]);
  for (const post of posts) {
    kept.push(post.likes_count, post.comments_count);
    for (const rows of [likes, comments])
      true_.push(rows.filter((row) => row.post_id === post.id && shown.has(row.member_id)).length);
  }
  return { kept, counted: true_ };
}

/** Three members who all follow each other, like and comment on each other's posts. */
async function openCircle() {
  const site = await openSite();
  const { db } = site.services;
  const circle = [await site.signedIn(), await site.signedIn(), await site.signedIn()] as const;
  for (const { member } of circle) {
    const { id } = await addPost(db, { author_id: member.id });
    for (const other of circle) {
      await other.post(`${FORUM}/posts/${id}/likes`);
      for (const comment of ['One', 'Two'])
        await other.post(`${FORUM}/posts/${id}/comments`, { post_id: id, comment });
      if (other.member !== member) await other.post(`${FORUM}/follow/account/${member.id}`);
    }
  }
  return { site, circle };
}

const WAITING = sql<{ count: number }>`
  select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Does things that meet at one row, each begun when the one before waits there; then they go on in this order. */
async function meetAt(
  { services: { db } }: Site,
  table: 'posts' | 'members',
  id: string,
  begin: (() => Promise<unknown>)[],
) {
  const under: Promise<unknown>[] = [];
  await transact(db, async (tx) => {
    await lockRows(tx, 'postgres', table, [id]);
    for (const work of begin) {
      under.push(work());
      await vi.waitFor(async () => {
        const { rows } = await WAITING.execute(db);
        expect(rows).toEqual([{ count: under.length }]);
      });
    }
  });
  await Promise.all(under);
}

// On SQLite there is one transaction at a time.
const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

onPostgres('a member is disabled while another likes and follows: all of it counts', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, { member: author }] = circle;
  const reader = await site.signedIn();
  const { id } = await site.services.db
    .selectFrom('posts')
    .where('author_id', '=', author.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const disable = () => disableMember(site.services, member.email);
  await meetAt(site, 'posts', id, [() => reader.post(`${FORUM}/posts/${id}/likes`), disable]);
  const liked = await counts(site);
  expect(liked.kept).toEqual(liked.counted);
  await enableMember(site.services, member.email);
  await meetAt(site, 'members', author.id, [
    () => reader.post(`${FORUM}/follow/account/${author.id}`),
    disable,
  ]);
  const followed = await counts(site);
  expect(followed.kept).toEqual(followed.counted);
});

onPostgres('a member is followed no longer while enabled: both count', async () => {
  const { site, circle } = await openCircle();
  // The first to come is the first whose counts change.
  const [reader, { member }] = circle;
  await disableMember(site.services, member.email);
  await meetAt(site, 'members', member.id, [
    () => enableMember(site.services, member.email),
    () => reader.change('PATCH', `${FORUM}/unfollow/account/${member.id}`),
  ]);
  const after = await counts(site);
  expect(after.kept).toEqual(after.counted);
});

test('disabled twice and enabled twice, a member leaves every count once and comes back once', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, other] = circle;
  for (let nth = 0; nth < 2; nth += 1) await disableMember(site.services, member.email);
  await disableMember(site.services, other.member.email);
  const without = await counts(site);
  expect(without.kept).toEqual(without.counted);
  for (const { member: each } of [circle[0], circle[0], other])
    await enableMember(site.services, each.email);
  const after = await counts(site);
  expect(after.kept).toEqual(after.counted);
  expect(after.kept).not.toEqual(without.kept);
});

test('a disabled member can be followed no longer, and is out of the count when enabled again', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, reader, other] = circle;
  await disableMember(site.services, member.email);
  const unfollow = `${FORUM}/unfollow/account/${member.id}`;
  for (let nth = 0; nth < 2; nth += 1)
    expect(await reader.change('PATCH', unfollow)).toMatchObject({
      status: 200,
      body: { data: { followed: false } },
    });
  expect((await other.post(`${FORUM}/follow/account/${member.id}`)).status).toBe(404);
  const without = await counts(site);
  expect(without.kept).toEqual(without.counted);
  await enableMember(site.services, member.email);
  const after = await counts(site);
  expect(after.kept).toEqual(after.counted);
});
