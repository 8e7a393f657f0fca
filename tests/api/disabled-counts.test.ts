// Nobody's count holds a member who is disabled, as no list does.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import { addPost } from '#demo/factories.ts';
import type { MemberTable } from '#lib/server/db/schema.ts';
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

// Who has changed one of these counts waits here, with its rows locked and before it commits.
const GATE = 1;
const buildGate = (count: 'likes_count on posts' | 'followers_count on members') => [
  `create function wait_at_gate() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`,
  `create trigger gate after update of ${count} for each row execute function wait_at_gate()`,
];
const LOCK_MS = 10_000;

/** Begins something, and something else when the first has changed a count; that waits for the first to commit. */
async function meet(
  { services: { db } }: Site,
  count: Parameters<typeof buildGate>[0],
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  for (const statement of buildGate(count)) await sql.raw(statement).execute(db);
  const under: Promise<unknown>[] = [];
  await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${GATE})`.execute(tx);
    for (const work of [first, second]) {
      under.push(work());
      const all = async () =>
        expect((await WAITING.execute(db)).rows).toEqual([{ count: under.length }]);
      await vi.waitFor(all, LOCK_MS);
    }
  });
  return Promise.all(under);
}

/** The post of a member of the circle. */
const postOf = ({ services: { db } }: Site, author: MemberTable) =>
  db.selectFrom('posts').where('author_id', '=', author.id).select('id').executeTakeFirstOrThrow();

async function expectTrue(site: Site) {
  const { kept, counted } = await counts(site);
  expect(kept).toEqual(counted);
}

// On SQLite there is one transaction at a time.
const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

onPostgres('a member is disabled while another likes: all of it counts', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, { member: author }] = circle;
  const reader = await site.signedIn();
  const { id } = await postOf(site, author);
  await meet(
    site,
    'likes_count on posts',
    () => reader.post(`${FORUM}/posts/${id}/likes`),
    () => disableMember(site.services, member.email),
  );
  await expectTrue(site);
});

onPostgres('a member is disabled while another follows: all of it counts', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, { member: author }] = circle;
  const reader = await site.signedIn();
  await meet(
    site,
    'followers_count on members',
    () => reader.post(`${FORUM}/follow/account/${author.id}`),
    () => disableMember(site.services, member.email),
  );
  await expectTrue(site);
});

onPostgres('a member is followed no longer while enabled: both count', async () => {
  const { site, circle } = await openCircle();
  const [reader, { member }] = circle;
  await disableMember(site.services, member.email);
  await meet(
    site,
    'followers_count on members',
    () => enableMember(site.services, member.email),
    () => reader.change('PATCH', `${FORUM}/unfollow/account/${member.id}`),
  );
  await expectTrue(site);
});

onPostgres('a member is disabled with a like under way: it counts no longer', async () => {
  const { site, circle } = await openCircle();
  const { member: author } = circle[1];
  const reader = await site.signedIn();
  const { id } = await postOf(site, author);
  await meet(
    site,
    'likes_count on posts',
    () => reader.post(`${FORUM}/posts/${id}/likes`),
    () => disableMember(site.services, reader.member.email),
  );
  await expectTrue(site);
});

onPostgres('what a member has begun when they are disabled is refused', async () => {
  const { site, circle } = await openCircle();
  const [reader, { member: author }] = circle;
  const { id } = await postOf(site, author);
  const [, answer] = await meet(
    site,
    'likes_count on posts',
    () => disableMember(site.services, reader.member.email),
    () => reader.post(`${FORUM}/posts/${id}/unlike`),
  );
  expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
  await expectTrue(site);
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
  await expectTrue(site);
});
