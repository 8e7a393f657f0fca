import { type AliasableExpression, sql } from 'kysely';

import { isBlocked } from '#lib/server/people/blocks/queries.ts';
import { isNotBlocked, isNullOrNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor, NotificationTable } from '#lib/server/platform/db/schema.ts';

import { isKindHidden, isKindShown, withoutHiddenKinds } from './hidden-kind-queries.ts';
import { incrementVersions } from './version-queries.ts';

/** Columns of `notifications as n`. */
export const NOTIFICATION_COLUMNS = [
  'n.id',
  'n.type',
  'n.kind',
  'n.link_data',
  'n.comment_id',
  'n.title',
  'n.content',
  'n.created_at',
  'n.audience',
  'n.audience_member_id',
  'n.actor_id',
] as const;

/** @returns a member's name, as titles have it; empty when there is none */
export async function getName(db: Executor, memberId: string | null): Promise<string> {
  if (memberId === null) return '';
  const query = db.selectFrom('members').where('id', '=', memberId);
  const member = await query.select(['first_name', 'last_name']).executeTakeFirst();
  return member ? `${member.first_name} ${member.last_name}` : '';
}

/** @returns the title of a published guide */
export const getGuideTitle = async (db: Executor, id: string): Promise<string> =>
  (await db.selectFrom('resources').where('id', '=', id).select('title').executeTakeFirstOrThrow())
    .title;

/** Whether its recipient turned its kind off, or blocks the member who caused it, or is blocked by them. */
export async function isUnwanted(
  db: Executor,
  row: Pick<NotificationTable, 'kind' | 'audience' | 'audience_member_id' | 'actor_id'>,
): Promise<boolean> {
  const { audience, audience_member_id, actor_id, kind } = row;
  if (audience !== 'member' || audience_member_id === null) return false;
  if (await isKindHidden(db, audience_member_id, kind)) return true;
  return actor_id !== null && isBlocked(db, actor_id, audience_member_id);
}

/** Inserts a notification, unless there is one with its `dedupe_key`, or its recipient does not want it. */
export async function insertNotification(db: Executor, row: NotificationTable): Promise<void> {
  if (await isUnwanted(db, row)) return;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notifications')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows) await incrementVersions(db, [row]);
}

/** As `insertNotification`, for many, to members of whom none blocks the one that it is of, nor is blocked. */
export async function insertNotifications(db: Executor, all: NotificationTable[]): Promise<void> {
  const rows = await withoutHiddenKinds(db, all);
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
    .where(isKindShown(db, readerId, 'post'))
    .where(isNotBlocked(db, readerId, 'f.followed_id'));

/** Whether the reader sees notification `n` of those to everyone. */
export const isShownToEveryone = (db: Executor, readerId: string) =>
  sql<boolean>`(${isKindShown(db, readerId, 'guide')} or n.kind <> 'guide')`;

/**
 * Whether the reader sees the actor of notification `n`, if it has one. With `not exists` Postgres could read all
 * members for a reader of many notifications.
 */
export const fromVisibleActor = (db: Executor, readerId: string) =>
  sql<boolean>`(${db
    .selectFrom('members as m')
    .where('m.id', '=', sql.ref<string>('n.actor_id'))
    .select('m.disabled_at')} is null and ${isNullOrNotBlocked(db, readerId, 'n.actor_id')})`;

type NotificationColumn = (typeof NOTIFICATION_COLUMNS)[number] extends `n.${infer C}`
  ? C & keyof NotificationTable
  : never;

/** Adds whether the reader has read notifications, and the members who caused them. */
export const forReader = (
  db: Executor,
  readerId: string,
  notifications: AliasableExpression<Pick<NotificationTable, NotificationColumn>>,
) =>
  db
    .selectFrom(notifications.as('n'))
    .leftJoin('notification_reads as r', (join) =>
      join.onRef('r.notification_id', '=', 'n.id').on('r.member_id', '=', readerId),
    )
    .leftJoin('members as a', (join) =>
      join.on(
        sql`case n.audience when 'followers' then n.audience_member_id else n.actor_id end`,
        '=',
        sql.ref('a.id'),
      ),
    )
    .select(NOTIFICATION_COLUMNS)
    .select(['a.first_name', 'a.last_name', 'a.avatar_key'])
    .select(
      sql<number | null>`coalesce(r.read_at, case when n.id < (${db
        .selectFrom('members as reader')
        .where('reader.id', '=', readerId)
        .select('reader.read_until')}) then 0 end)`.as('read_at'),
    );

/** Finds a notification of this member; `read_at` is null while it is unread. */
export async function findNotification(db: Executor, readerId: string, id: string) {
  const [row] = await notificationById(db, { readerId, id });
  return row;
}

const notificationById = precompiled((db, { readerId, id }: { readerId: string; id: string }) =>
  forReader(
    db,
    readerId,
    db
      .selectFrom('notifications as n')
      .where('n.id', '=', id)
      .where(fromVisibleActor(db, readerId))
      .where((eb) =>
        eb.or([
          eb('n.audience', '=', 'everyone')
            .and('n.id', '>', readerId)
            .and(isShownToEveryone(db, readerId)),
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
      .select(NOTIFICATION_COLUMNS),
  ),
);

/** Marks notifications read; repeating changes nothing. */
export async function insertReads(
  db: Executor,
  memberId: string,
  ids: string[],
  now: number,
): Promise<void> {
  const rows = ids.map((id) => ({ member_id: memberId, notification_id: id, read_at: now }));
  if (rows.length > 0)
    await db
      .insertInto('notification_reads')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['member_id', 'notification_id']).doNothing())
      .execute();
  await incrementVersions(db, [{ audience: 'member', audience_member_id: memberId }]);
}
