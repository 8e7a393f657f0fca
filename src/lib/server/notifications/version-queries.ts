import { sql } from 'kysely';

import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, NotificationTable } from '#lib/server/platform/db/schema.ts';

import { likedAuthors } from './like-queries.ts';

/** Who gets a notification. */
type Recipient = Pick<NotificationTable, 'audience' | 'audience_member_id'>;

// The audience `everyone` has no member: the nil UUID (RFC 9562, 5.9). With `followers`, it counts the changes of all
// authors.
const NIL = '00000000-0000-0000-0000-000000000000';

const upsert = (db: Executor) => db.insertInto('notification_versions');

/** Counts one more change of what these recipients see; a transaction does this last. */
export async function incrementVersions(db: Executor, recipients: Recipient[]): Promise<void> {
  const hasFollowers = recipients.some(({ audience }) => audience === 'followers');
  const all: Recipient[] = hasFollowers
    ? [...recipients, { audience: 'followers', audience_member_id: null }]
    : recipients;
  const rows = all.map(({ audience, audience_member_id }) => ({
    member_id: audience_member_id ?? NIL,
    audience,
    version: 1,
  }));
  const byKey = new Map(rows.map((row) => [`${row.member_id} ${row.audience}`, row]));
  if (byKey.size === 0) return;
  // In order: concurrent transactions lock the rows without a deadlock.
  const sorted = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await upsert(db)
    .values(sorted)
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'audience'])
        .doUpdateSet((eb) => ({ version: eb('notification_versions.version', '+', 1) })),
    )
    .execute();
}

const notifiedMembers = (db: Executor, actorId: string) =>
  db
    .selectFrom('notifications')
    .where('actor_id', '=', actorId)
    .where('audience', '=', 'member')
    .select((eb) => eb.ref('audience_member_id').$notNull().as('member_id'))
    .union(likedAuthors(db, actorId));

/** Counts a change for every member who got a notification by this one, or whose post this one likes, and for followers. */
export async function incrementVersionsByActor(db: Executor, actorId: string): Promise<void> {
  await upsert(db)
    .columns(['member_id', 'audience', 'version'])
    .expression(
      db
        .selectFrom(notifiedMembers(db, actorId).as('m'))
        .select('member_id')
        .select([sql<'member'>`'member'`.as('audience'), sql<number>`1`.as('version')])
        .orderBy('member_id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'audience'])
        .doUpdateSet((eb) => ({ version: eb('notification_versions.version', '+', 1) })),
    )
    .execute();
  await incrementVersions(db, [{ audience: 'followers', audience_member_id: actorId }]);
}

// Seconds since then fit into the column.
const EPOCH = Date.UTC(2026, 0);

/**
 * Gives all notifications versions that no browser has seen: those of a restored database run backwards.
 * @param now milliseconds since 1970
 */
export async function skipVersions(db: Executor, now: number): Promise<void> {
  const version = Math.floor((now - EPOCH) / 1000);
  await upsert(db)
    .values({ member_id: NIL, audience: 'everyone', version })
    .onConflict((conflict) => conflict.columns(['member_id', 'audience']).doUpdateSet({ version }))
    .execute();
}

interface Reader {
  readerId: string;
}

/** The version of one audience. */
const versionOf = (db: Executor, memberId: string, audience: NotificationTable['audience']) =>
  db
    .selectFrom('notification_versions')
    .where('member_id', '=', memberId)
    .where('audience', '=', audience)
    .select('version');

/** The ids of the authors whom a member follows or followed. */
const authorsOf = (db: Executor, readerId: string) =>
  db
    .selectFrom('follows')
    .where('follower_id', '=', readerId)
    .select('followed_id')
    .union(db.selectFrom('past_follows').where('follower_id', '=', readerId).select('followed_id'));

const siteVersions = precompiled((db, { readerId }: Reader) =>
  db.selectNoFrom([
    versionOf(db, readerId, 'member').as('own'),
    versionOf(db, NIL, 'everyone').as('everyone'),
    versionOf(db, NIL, 'followers').as('authors'),
  ]),
);

const readerVersions = precompiled((db, { readerId }: Reader) =>
  db.selectNoFrom([
    versionOf(db, readerId, 'member').as('own'),
    versionOf(db, NIL, 'everyone').as('everyone'),
    db
      .selectFrom('notification_versions as v')
      .where('v.member_id', 'in', authorsOf(db, readerId))
      .where('v.audience', '=', 'followers')
      .select((eb) => eb.fn.sum<number>('v.version').as('sum'))
      .as('followed'),
  ]),
);

/**
 * Looks at three rows, however many authors a member follows.
 * @returns numbers of which at least one rises with every change of what a member is notified of, and of other authors'
 *   posts
 */
export async function getSiteVersions(db: Executor, readerId: string): Promise<number[]> {
  const [row] = await siteVersions(db, { readerId });
  return [row?.own ?? 0, row?.everyone ?? 0, row?.authors ?? 0];
}

/**
 * Looks at each author whom a member follows or followed.
 * @returns numbers of which at least one rises with every change of what a member is notified of, and with nothing else
 */
export async function getReaderVersions(db: Executor, readerId: string): Promise<number[]> {
  const [row] = await readerVersions(db, { readerId });
  return [row?.own ?? 0, row?.everyone ?? 0, row?.followed ?? 0];
}
