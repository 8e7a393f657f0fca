// Disabling and enabling a member while other requests change counters.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import type { MemberTable } from '#lib/server/platform/db/schema.ts';
import {
  insertNotification,
  bearer,
  getNotifications,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import {
  expectCountersMatchRows,
  openConnectedMembers,
} from '#tests/support/site/connected-members.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';

const WAITING = sql<{ count: number }>`
  select count(*) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

// A transaction that changed one of these columns waits here before its commit.
const GATE = 1;
type GatedColumn =
  | 'likes_count on posts'
  | 'followers_count on members'
  | 'disabled_at on members'
  | 'version on inboxes';
const gateTriggers = (count: GatedColumn) => [
  `create function wait_at_gate() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$`,
  `create trigger gate after update of ${count} for each row execute function wait_at_gate()`,
];
const LOCK_MS = 10_000;

/** Runs two operations; the second starts when the first has changed the column, and waits for its commit. */
async function race(
  { services: { db } }: Site,
  count: GatedColumn,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  for (const statement of gateTriggers(count)) await sql.raw(statement).execute(db);
  const inProgress: Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${GATE})`.execute(tx);
    for (const work of [first, second]) {
      inProgress.push(work());
      const allWaiting = async () =>
        expect((await WAITING.execute(db)).rows).toEqual([{ count: inProgress.length }]);
      await vi.waitFor(allWaiting, LOCK_MS);
    }
  });
  return Promise.all(inProgress);
}

/** The post of a member. */
const postOf = ({ services: { db } }: Site, author: MemberTable) =>
  db.selectFrom('posts').where('author_id', '=', author.id).select('id').executeTakeFirstOrThrow();

// SQLite runs one transaction at a time.
const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');

onPostgres('disabling a member during another’s like keeps the counts right', async () => {
  const { site, members } = await openConnectedMembers();
  const [{ member }, { member: author }] = members;
  const reader = await site.signedIn();
  const { id } = await postOf(site, author);
  await race(
    site,
    'likes_count on posts',
    () => reader.post(`${FORUM}/posts/${id}/likes`),
    () => disableMember(site.services, member.email),
  );
  await expectCountersMatchRows(site);
});

onPostgres('disabling a member during another’s follow keeps the counts right', async () => {
  const { site, members } = await openConnectedMembers();
  const [{ member }, { member: author }] = members;
  const reader = await site.signedIn();
  await race(
    site,
    'followers_count on members',
    () => reader.post(`${FORUM}/follow/account/${author.id}`),
    () => disableMember(site.services, member.email),
  );
  await expectCountersMatchRows(site);
});

onPostgres('unfollowing a member during their enabling keeps the counts right', async () => {
  const { site, members } = await openConnectedMembers();
  const [reader, { member }] = members;
  await disableMember(site.services, member.email);
  await race(
    site,
    'followers_count on members',
    () => enableMember(site.services, member.email),
    () => reader.change('PATCH', `${FORUM}/unfollow/account/${member.id}`),
  );
  await expectCountersMatchRows(site);
});

onPostgres('disabling a member during their own like leaves it uncounted', async () => {
  const { site, members } = await openConnectedMembers();
  const { member: author } = members[1];
  const reader = await site.signedIn();
  const { id } = await postOf(site, author);
  await race(
    site,
    'likes_count on posts',
    () => reader.post(`${FORUM}/posts/${id}/likes`),
    () => disableMember(site.services, reader.member.email),
  );
  await expectCountersMatchRows(site);
});

onPostgres('a request in progress is rejected when its member is disabled', async () => {
  const { site, members } = await openConnectedMembers();
  const [reader, { member: author }] = members;
  const { id } = await postOf(site, author);
  const [, response] = await race(
    site,
    'likes_count on posts',
    () => disableMember(site.services, reader.member.email),
    () => reader.post(`${FORUM}/posts/${id}/unlike`),
  );
  expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  await expectCountersMatchRows(site);
});

onPostgres(
  'enabling a member while their notifications are read makes them unread again',
  async () => {
    const site = await openSite();
    const { db } = site.services;
    const joined_at = Date.UTC(2026, 0, 1);
    const reader = await site.signedIn(await site.member({ joined_at }));
    const { id: audience_member_id } = reader.member;
    const author = await site.member({ disabled_at: joined_at });
    const older = { audience_member_id, actor_id: author.id, created_at: joined_at + 1000 };
    await insertNotification(site, older);
    const newer = { audience_member_id, created_at: joined_at + 2000 };
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) ids.push((await insertNotification(site, newer)).id);
    const [last = '', ...others] = ids;
    await db
      .updateTable('member_notifications')
      .set({ read_at: joined_at })
      .where('id', 'in', others)
      .execute();
    const headers = await bearer(reader);
    const [, response] = await race(
      site,
      'version on inboxes',
      () => enableMember(site.services, author.email),
      () => reader.change('PATCH', `${NOTIFICATIONS}/${last}/read`, {}, headers),
    );
    expect(response).toMatchObject({ status: 200 });
    expect((await getNotifications(reader)).body['data'].has_unread).toBe(true);
  },
);

const TRIES = [
  'create sequence tries',
  `create function note_try() returns trigger language plpgsql
    as $$ begin perform nextval('tries'); return null; end $$`,
  'create trigger follow after delete on follows execute function note_try()',
  'create trigger member after update of disabled_at on members execute function note_try()',
];

onPostgres('disabling a member and unfollowing them do not deadlock', async () => {
  const { site, members } = await openConnectedMembers();
  const [reader, , { member }] = members;
  // A sequence also counts rolled back and retried transactions.
  for (const statement of TRIES) await sql.raw(statement).execute(site.services.db);
  await race(
    site,
    'disabled_at on members',
    () => disableMember(site.services, member.email),
    () => reader.change('PATCH', `${FORUM}/unfollow/account/${member.id}`),
  );
  const tries = sql<{ last: number }>`select last_value::int as last from tries`;
  expect((await tries.execute(site.services.db)).rows).toEqual([{ last: 2 }]);
  await expectCountersMatchRows(site);
});
