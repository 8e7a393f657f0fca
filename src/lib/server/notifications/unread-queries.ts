import { sql } from 'kysely';

import { precompiled } from '#lib/server/db/precompiled.ts';
import type { Executor } from '#lib/server/db/schema.ts';

import { followedMembers, fromVisibleActor } from './queries.ts';

/** Finds the id before which everything is read, or null. */
export async function findReadWatermark(db: Executor, memberId: string): Promise<string | null> {
  const [row] = await readWatermark(db, { memberId });
  return row?.read_watermark ?? null;
}

const readWatermark = precompiled((db, { memberId }: { memberId: string }) =>
  db.selectFrom('members').where('id', '=', memberId).select('read_watermark'),
);

export const setReadWatermark = (db: Executor, memberId: string, from: string) =>
  db.updateTable('members').set({ read_watermark: from }).where('id', '=', memberId).execute();

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

/** A member's unread notifications of `notifications as n`, oldest first. */
const unread = (db: Executor, readerId: string) =>
  db
    .selectFrom('notifications as n')
    .where(
      sql<boolean>`not exists ${db
        .selectFrom('notification_reads as r')
        .where('r.member_id', '=', readerId)
        .where('r.notification_id', '=', sql.ref<string>('n.id'))
        .select('r.read_at')}`,
    )
    .orderBy('n.id')
    .limit(1)
    .select('n.id');

/** The oldest of each followed member. As a plain join, SQLite would read all members' notifications. */
const unreadFollowed = (db: Executor, { readerId, from }: Reader) =>
  followedMembers(db, readerId).select(
    unread(db, readerId)
      .where('n.audience', '=', 'followers')
      .where('n.audience_member_id', '=', sql.ref<string>('f.followed_id'))
      // One condition: of two, SQLite uses only the first.
      .where('n.id', '>=', sql<string>`case when f.id > ${from} then f.id else ${from} end`)
      .where('n.id', '<', sql.ref<string>('f.until_id'))
      .as('id'),
  );

interface Reader {
  readerId: string;
  from: string;
}

const oldestUnread = precompiled((db, reader: Reader) => {
  const { readerId, from } = reader;
  const own = unread(db, readerId)
    .where('n.audience', '=', 'member')
    .where('n.audience_member_id', '=', readerId)
    .where(fromVisibleActor(db, readerId))
    .where('n.id', '>=', from);
  const all = unread(db, readerId)
    .where('n.audience', '=', 'everyone')
    .where('n.audience_member_id', 'is', null)
    .where('n.id', '>=', from);
  const oldest = unreadFollowed(db, reader)
    .unionAll(db.selectFrom(own.as('own')).select('id'))
    .unionAll(db.selectFrom(all.as('everyones')).select('id'));
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
