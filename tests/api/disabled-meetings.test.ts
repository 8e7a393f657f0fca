// A member is disabled, or enabled, in the very moment in which others do what counts.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import type { MemberTable } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { disableMember, enableMember } from '#lib/server/members/membership.ts';
import { insertRead } from '#lib/server/notifications/queries.ts';
import { openSite, type Site } from '#tests/support/api.ts';
import { expectTrue, openCircle } from '#tests/support/circle.ts';
import { addNotification, bearer, news, NOTIFICATIONS } from '#tests/support/notices.ts';

const FORUM = '/api/web/forum';

const WAITING = sql<{ count: number }>`
  select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

// Who has changed one of these waits here, with its rows locked and before it commits.
const GATE = 1;
type Gate = 'likes_count on posts' | 'followers_count on members' | 'disabled_at on members';
const buildGate = (count: Gate) => [
  `create function wait_at_gate() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`,
  `create trigger gate after update of ${count} for each row execute function wait_at_gate()`,
];
const LOCK_MS = 10_000;

/** Begins something, and something else when the first has changed a count; that waits for the first to commit. */
async function meet(
  { services: { db } }: Site,
  count: Gate,
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

onPostgres(
  'what a member told is unread again when they are enabled while it is read',
  async () => {
    const site = await openSite();
    const { db } = site.services;
    const joined_at = Date.UTC(2026, 0, 1);
    const reader = await site.signedIn(await site.member({ joined_at }));
    const { id: audience_member_id } = reader.member;
    const author = await site.member({ disabled_at: joined_at });
    const older = { audience_member_id, actor_id: author.id, created_at: joined_at + 1000 };
    await addNotification(site, older);
    const newer = { audience_member_id, created_at: joined_at + 2000 };
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) ids.push((await addNotification(site, newer)).id);
    const [last = '', ...others] = ids;
    for (const id of others) await insertRead(db, audience_member_id, id, joined_at);
    const headers = await bearer(reader);
    const [, answer] = await meet(
      site,
      'disabled_at on members',
      () => enableMember(site.services, author.email),
      () => reader.change('PATCH', `${NOTIFICATIONS}/${last}/read`, {}, headers),
    );
    expect(answer).toMatchObject({ status: 200 });
    expect((await news(reader)).body['data'].has_unread).toBe(true);
  },
);

const TRIES = [
  'create sequence tries',
  `create function note_try() returns trigger language plpgsql
    as $$ begin perform nextval('tries'); return null; end $$`,
  'create trigger follow after delete on follows execute function note_try()',
  'create trigger member after update of disabled_at on members execute function note_try()',
];

onPostgres(
  'who disables a member and who follows them no longer do not wait for each other',
  async () => {
    const { site, circle } = await openCircle();
    const [reader, , { member }] = circle;
    // A sequence counts also what is taken back to be tried again.
    for (const statement of TRIES) await sql.raw(statement).execute(site.services.db);
    await meet(
      site,
      'disabled_at on members',
      () => disableMember(site.services, member.email),
      () => reader.change('PATCH', `${FORUM}/unfollow/account/${member.id}`),
    );
    const tries = sql<{ last: number }>`select last_value::int as last from tries`;
    expect((await tries.execute(site.services.db)).rows).toEqual([{ last: 2 }]);
    await expectTrue(site);
  },
);
