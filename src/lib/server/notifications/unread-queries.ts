import { sql } from 'kysely';

import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import { followedMembers, fromVisibleActor, isShownToEveryone } from './queries.ts';

/** Finds the id before which everything is read. */
export async function findReadWatermark(db: Executor, memberId: string): Promise<string> {
  const [row] = await readWatermark(db, { memberId });
  const { read_watermark, read_until } = row ?? {};
  // Nothing is older than the member.
  return [read_watermark ?? '', read_until ?? ''].reduce((a, b) => (a > b ? a : b), memberId);
}

const readWatermark = precompiled((db, { memberId }: { memberId: string }) =>
  db.selectFrom('members').where('id', '=', memberId).select(['read_watermark', 'read_until']),
);

export const setReadWatermark = (db: Executor, memberId: string, from: string) =>
  db.updateTable('members').set({ read_watermark: from }).where('id', '=', memberId).execute();

/** Marks everything before an id as read. */
export const setReadUntil = (db: Executor, memberId: string, until: string) =>
  db
    .updateTable('members')
    .set({ read_until: until })
    .where('id', '=', memberId)
    .where((eb) => eb.or([eb('read_until', 'is', null), eb('read_until', '<', until)]))
    .execute();

/** Lists the members with a watermark after an id. */
export async function listWatermarksAfter(
  db: Executor,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .where((eb) => eb.or([eb('read_watermark', '>', after), eb('read_until', '>', after)]))
    .limit(limit)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns the id before which a member marked everything as read; empty when they did not */
export async function findReadUntil(db: Executor, memberId: string): Promise<string> {
  const [row] = await readWatermark(db, { memberId });
  return row?.read_until ?? '';
}

/** @param until before which everything stays read; empty for nothing */
export const drawBackWatermarks = (db: Executor, memberId: string, until: string) =>
  db
    .updateTable('members')
    .set({ read_watermark: null, read_until: until || null })
    .where('id', '=', memberId)
    .execute();

/** Whom a member's notifications may have reached: followers, and recipients. */
export const notifiedMemberIds = (db: Executor, memberId: string) =>
  db
    .selectFrom('follows')
    .where('followed_id', '=', memberId)
    .select('follower_id as id')
    .union(
      db
        .selectFrom('notifications')
        .where('actor_id', '=', memberId)
        .where('audience_member_id', 'is not', null)
        .select('audience_member_id as id')
        .$narrowType<{ id: string }>(),
    );

export const resetReadWatermarks = (db: Executor, memberId: string) =>
  db
    .updateTable('members')
    .set({ read_watermark: null })
    .where('id', 'in', notifiedMemberIds(db, memberId))
    .execute();

export const resetReadWatermarksOf = (db: Executor, memberIds: string[]) =>
  db.updateTable('members').set({ read_watermark: null }).where('id', 'in', memberIds).execute();

/** Whether a member has not read notification `n`. */
const isUnread = (db: Executor, readerId: string) =>
  sql<boolean>`not exists ${db
    .selectFrom('notification_reads as r')
    .where('r.member_id', '=', readerId)
    .where('r.notification_id', '=', sql.ref<string>('n.id'))
    .select('r.read_at')}`;

/** A member's unread notifications of `notifications as n`, oldest first. */
const unread = (db: Executor, readerId: string, limit = 1) =>
  db
    .selectFrom('notifications as n')
    .where(isUnread(db, readerId))
    .orderBy('n.id')
    .limit(sql.lit(limit))
    .select('n.id');

/** Those to a member alone. */
const unreadOwn = (db: Executor, { readerId, from }: Reader, limit?: number) =>
  unread(db, readerId, limit)
    .where('n.audience', '=', 'member')
    .where('n.audience_member_id', '=', readerId)
    .where(fromVisibleActor(db, readerId))
    .where('n.id', '>=', from);

/** Those to everyone. */
const unreadEveryones = (db: Executor, { readerId, from }: Reader, limit?: number) =>
  unread(db, readerId, limit)
    .where('n.audience', '=', 'everyone')
    .where('n.audience_member_id', 'is', null)
    .where(isShownToEveryone(db, readerId))
    .where('n.id', '>=', from);

// One condition: of two, SQLite uses only the first.
const sinceFollow = (from: string) =>
  sql<string>`case when f.id > ${from} then f.id else ${from} end`;

/** The oldest of each followed member. As a plain join, SQLite would read all members' notifications. */
const unreadFollowed = (db: Executor, { readerId, from }: Reader) =>
  followedMembers(db, readerId).select(
    unread(db, readerId)
      .where('n.audience', '=', 'followers')
      .where('n.audience_member_id', '=', sql.ref<string>('f.followed_id'))
      .where('n.id', '>=', sinceFollow(from))
      .where('n.id', '<', sql.ref<string>('f.until_id'))
      .as('id'),
  );

interface Reader {
  readerId: string;
  from: string;
}

const oldestUnread = precompiled((db, reader: Reader) => {
  const oldest = unreadFollowed(db, reader)
    .unionAll(db.selectFrom(unreadOwn(db, reader).as('own')).select('id'))
    .unionAll(db.selectFrom(unreadEveryones(db, reader).as('everyones')).select('id'));
  return db
    .selectFrom(oldest.as('oldest'))
    .where('id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .select('id');
});

/**
 * Finds the oldest unread notification.
 * @param from an id before which everything is read; a member's own id always is
 */
export async function findOldestUnread(
  db: Executor,
  readerId: string,
  from: string,
): Promise<string | null> {
  const [row] = await oldestUnread(db, { readerId, from });
  return row?.id ?? null;
}

/** The unread notifications of all audiences, at least `limit` of them if there are as many. */
function allUnread(db: Executor, reader: Reader, limit: number) {
  const { readerId, from } = reader;
  // A cross join, so that SQLite looks at the authors first, and at their notifications by the index.
  const followed = followedMembers(db, readerId)
    .crossJoin('notifications as n')
    .where('n.audience', '=', 'followers')
    .where('n.audience_member_id', '=', sql.ref<string>('f.followed_id'))
    .where('n.id', '>=', sinceFollow(from))
    .where('n.id', '<', sql.ref<string>('f.until_id'))
    .where(isUnread(db, readerId))
    .limit(sql.lit(limit))
    .select('n.id');
  return db
    .selectFrom(unreadOwn(db, reader, limit).as('own'))
    .select('id')
    .unionAll(db.selectFrom(unreadEveryones(db, reader, limit).as('everyones')).select('id'))
    .unionAll(db.selectFrom(followed.as('followed')).select('id'));
}

const unreadCount = precompiled((db, reader: Reader, limit: number) =>
  db
    .selectFrom(allUnread(db, reader, limit).as('n'))
    .select((eb) => eb.fn.countAll<number>().as('count')),
);

/**
 * Counts the unread notifications.
 * @param from as of `findOldestUnread`
 * @param limit the count stops there
 */
export async function countUnread(
  db: Executor,
  readerId: string,
  from: string,
  limit: number,
): Promise<number> {
  const [row] = await unreadCount(db, { readerId, from }, limit);
  return Math.min(row?.count ?? 0, limit);
}

// The reads that one request writes; more do not come within a minute.
const MAX_RECENT = 1000;

/** Lists the ids of the unread notifications from one to another. */
export async function listUnread(db: Executor, reader: Reader, until: string): Promise<string[]> {
  const rows = await allUnread(db, reader, MAX_RECENT).execute();
  return rows.map(({ id }) => id).filter((id) => id <= until);
}
