import { sql } from 'kysely';

import { isBlocked } from '#lib/server/blocks/queries.ts';
import { isNotBlocked, isNullOrNotBlocked } from '#lib/server/blocks/visibility-queries.ts';
import { precompiled } from '#lib/server/db/precompiled.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';

import { incrementVersions } from './version-queries.ts';

/** Columns of `notifications as n`. */
export const NOTIFICATION_COLUMNS = [
  'n.id',
  'n.type',
  'n.link_data',
  'n.comment_id',
  'n.title',
  'n.content',
  'n.created_at',
] as const;

/** Whether it is of a member who blocks its recipient, or the other way round. */
const isUnwanted = async (db: Executor, row: NotificationTable): Promise<boolean> => {
  const { audience, audience_member_id, actor_id } = row;
  if (audience !== 'member' || audience_member_id === null || actor_id === null) return false;
  return isBlocked(db, actor_id, audience_member_id);
};

/** Inserts a notification, unless there is one with its `dedupe_key`, or one of the two members blocks the other. */
export async function insertNotification(db: Executor, row: NotificationTable): Promise<void> {
  if (await isUnwanted(db, row)) return;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notifications')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows) await incrementVersions(db, [row]);
}

/** As `insertNotification`, for many, to members who do not block the one that it is of, nor are blocked. */
export async function insertNotifications(db: Executor, rows: NotificationTable[]): Promise<void> {
  if (rows.length === 0) return;
  const inserted = await db
    .insertInto('notifications')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning(['audience', 'audience_member_id'])
    .execute();
  await incrementVersions(db, inserted);
}

/** Deletes the notifications that link to something. */
export async function deleteNotificationsByLink(db: Executor, linkData: string): Promise<void> {
  const deleted = await db
    .deleteFrom('notifications')
    .where('link_data', '=', linkData)
    .returning(['audience', 'audience_member_id'])
    .execute();
  await incrementVersions(db, deleted);
}

// The highest UUID (RFC 9562, 5.10): a follow that goes on.
const WITHOUT_END = sql<string>`'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

/**
 * The members `m` that a member sees and follows or followed, each with the follow `f`: notifications between its `id`
 * and its `until_id` are the reader's.
 */
export const followedMembers = (db: Executor, readerId: string) =>
  db
    .selectFrom(
      db
        .selectFrom('follows')
        .where('follower_id', '=', readerId)
        .select(['id', 'followed_id', WITHOUT_END.as('until_id')])
        .unionAll(
          db
            .selectFrom('past_follows')
            .where('follower_id', '=', readerId)
            .select(['id', 'followed_id', 'until_id']),
        )
        .as('f'),
    )
    .innerJoin('members as m', 'm.id', 'f.followed_id')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, readerId, 'f.followed_id'));

/**
 * Whether the reader sees the actor of notification `n`, if it has one. With `not exists` Postgres could read all
 * members for a reader of many notifications.
 */
export const fromVisibleActor = (db: Executor, readerId: string) =>
  sql<boolean>`(${db
    .selectFrom('members as m')
    .where('m.id', '=', sql.ref<string>('n.actor_id'))
    .select('m.disabled_at')} is null and ${isNullOrNotBlocked(db, readerId, 'n.actor_id')})`;

/** Finds a notification of this member; `read_at` is null while it is unread. */
export async function findNotification(db: Executor, readerId: string, id: string) {
  const [row] = await notificationById(db, { readerId, id });
  return row;
}

const notificationById = precompiled((db, { readerId, id }: { readerId: string; id: string }) =>
  db
    .selectFrom('notifications as n')
    .leftJoin('notification_reads as r', (join) =>
      join.onRef('r.notification_id', '=', 'n.id').on('r.member_id', '=', readerId),
    )
    .where('n.id', '=', id)
    .where(fromVisibleActor(db, readerId))
    .where((eb) =>
      eb.or([
        eb('n.audience', '=', 'everyone').and('n.id', '>', readerId),
        eb('n.audience', '=', 'member').and('n.audience_member_id', '=', readerId),
        eb.exists(
          followedMembers(db, readerId)
            .where('f.followed_id', '=', sql.ref<string>('n.audience_member_id'))
            .where('f.id', '<', sql.ref<string>('n.id'))
            .where('f.until_id', '>', sql.ref<string>('n.id'))
            .where(sql.ref('n.audience'), '=', 'followers')
            .select('f.id'),
        ),
      ]),
    )
    .select([...NOTIFICATION_COLUMNS, 'r.read_at']),
);

/** Marks a notification read; repeating changes nothing. */
export async function insertRead(
  db: Executor,
  memberId: string,
  id: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('notification_reads')
    .values({ member_id: memberId, notification_id: id, read_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'notification_id']).doNothing())
    .execute();
  await incrementVersions(db, [{ audience: 'member', audience_member_id: memberId }]);
}
