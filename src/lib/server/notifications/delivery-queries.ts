// Writes notifications. Callers must refresh the inboxes of affected members (`refreshInboxes`).
import { type RawBuilder, sql } from 'kysely';

import {
  isOptional,
  type NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { StaffAudience } from '#lib/contract/notifications/staff-notifications.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type {
  BroadcastTable,
  Executor,
  MemberNotificationTable,
} from '#lib/server/platform/db/schema.ts';

import { CHOICE_COLUMNS, type Choices, toChoices } from './channels/reach-queries.ts';

const toIds = (rows: { member_id: string }[]) => rows.map(({ member_id }) => member_id);

/** Whether member `m` has not turned a kind off. */
const isKindShown = (kind: NotificationKind): RawBuilder<boolean> =>
  isOptional(kind)
    ? sql<boolean>`not exists (select 1 from hidden_notifications as h
        where h.member_id = m.id and h.kind = ${sql.lit(kind)})`
    : sql<boolean>`true`;

/** The members `m` who have not turned the kind off, and are not separated from the actor by a block. */
export const membersWanting = (db: Executor, kind: NotificationKind, actorId: string | null) =>
  db
    .selectFrom('members as m')
    .leftJoin('channel_choices as c', (join) =>
      join.onRef('c.member_id', '=', 'm.id').on('c.kind', '=', sql.lit(kind)),
    )
    .where(isKindShown(kind))
    .where(isNotBlocked(db, actorId, 'm.id'))
    .select(CHOICE_COLUMNS);

interface WantingVariant {
  kind: NotificationKind;
  hasActor: boolean;
  count: number;
}

const wanting = precompiled(
  (db, values: ListParameters & { actor: string | null }, variant: WantingVariant) =>
    membersWanting(db, variant.kind, variant.hasActor ? values.actor : null).where(
      'm.id',
      'in',
      listParameters(values, variant.count),
    ),
);

/**
 * Lists the members who have not turned the kind off, and are not separated from the actor by a block.
 * @returns the members with their choices for the kind
 */
export async function listWanting(
  db: Executor,
  { kind, actor_id: actor }: Pick<MemberNotificationTable, 'kind' | 'actor_id'>,
  memberIds: string[],
): Promise<Choices> {
  const variant = { kind, hasActor: actor !== null, count: memberIds.length };
  return toChoices(await wanting(db, Object.assign({ actor }, memberIds), variant));
}

/**
 * Inserts notifications, except for members who have one with the same key.
 * @returns the members who were notified
 */
export const insertNotifications = async (
  db: Executor,
  rows: MemberNotificationTable[],
): Promise<string[]> =>
  toIds(
    await db
      .insertInto('member_notifications')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('member_id')
      .execute(),
  );

/** Lists members' notifications that the next one with the same key will replace. */
export const listGrouped = (db: Executor, key: string, memberIds: string[]) =>
  db
    .selectFrom('member_notifications')
    .where('member_id', 'in', memberIds)
    .where('dedupe_key', '=', key)
    .select(['member_id', 'first_comment_id', 'others'])
    .execute();

const replaced = precompiled(
  (db, values: ListParameters & { key: string; now: number }, count: number) =>
    db
      .updateTable('member_notifications')
      .set((eb) => ({
        replaced_at: values.now,
        dedupe_key: null,
        read_at: eb.fn.coalesce('read_at', eb.val(values.now)),
      }))
      .where('member_id', 'in', listParameters(values, count))
      .where('dedupe_key', '=', values.key)
      .returning(['member_id', 'first_comment_id', 'others']),
);

/** Marks notifications as replaced and read; an open page may still show them and mark them read. */
export const replaceGrouped = (db: Executor, key: string, memberIds: string[], now: number) =>
  replaced(db, Object.assign({ key, now }, memberIds), memberIds.length);

/** Deletes the notifications with a link, including unfinished broadcasts. @returns their members */
export async function deleteByLink(db: Executor, link: string): Promise<string[]> {
  await db.deleteFrom('broadcasts').where('link_data', '=', link).execute();
  const deleted = db.deleteFrom('member_notifications').where('link_data', '=', link);
  return toIds(await deleted.returning('member_id').execute());
}

/** Identifies a comment of a post. */
export interface CommentKey {
  postId: string;
  commentId: string;
}

/** Whether this comment is the newest in a notification. */
const isOfComment =
  ({ postId, commentId }: CommentKey) =>
  // The index is on this column.
  () =>
    sql<boolean>`(link_data = ${postId} and comment_id = ${commentId})`;

/**
 * Deletes the notifications whose newest comment this is. @param only limits this to those without an earlier comment
 * @returns their members
 */
export async function deleteOfComment(
  db: Executor,
  comment: CommentKey,
  only: boolean,
): Promise<string[]> {
  const deleted = await db
    .deleteFrom('member_notifications')
    .where(isOfComment(comment))
    .$if(only, (query) => query.where('first_comment_id', '=', comment.commentId))
    .returning('member_id')
    .execute();
  return toIds(deleted);
}

/** Lists the members whose notifications have this newest comment: they show its text. */
export async function listOfComment(db: Executor, comment: CommentKey): Promise<string[]> {
  const rows = db.selectFrom('member_notifications').where(isOfComment(comment));
  return toIds(await rows.select('member_id').execute());
}

/** Removes a deleted comment from notifications whose newest it is. @returns their members */
export async function forgetComment(db: Executor, comment: CommentKey): Promise<string[]> {
  const changed = await db
    .updateTable('member_notifications')
    .where(isOfComment(comment))
    .set({ comment_id: null })
    .returning('member_id')
    .execute();
  return toIds(changed);
}

/** Lists the members who have a notification that the actor caused. */
export async function listNotifiedBy(db: Executor, actorId: string): Promise<string[]> {
  const rows = db.selectFrom('member_notifications').where('actor_id', '=', actorId);
  return toIds(await rows.select('member_id').distinct().execute());
}

/** Lists the enabled members of staff. */
export const listStaff = (tx: Executor) =>
  tx
    .selectFrom('members')
    .where('role', '=', 'staff')
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .select('id as member_id')
    .execute();

export const insertBroadcast = (db: Executor, row: BroadcastTable) =>
  db.insertInto('broadcasts').values(row).execute();

export async function listBroadcasts(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('broadcasts').orderBy('id').select('id').execute();
  return rows.map(({ id }) => id);
}

export const findBroadcast = (db: Executor, id: string) =>
  db.selectFrom('broadcasts').where('id', '=', id).selectAll().executeTakeFirst();

/** Records the last notified member. */
export const moveBroadcast = (db: Executor, id: string, after_id: string) =>
  db.updateTable('broadcasts').set({ after_id }).where('id', '=', id).execute();

export const deleteBroadcast = (db: Executor, id: string) =>
  db.deleteFrom('broadcasts').where('id', '=', id).execute();

/** The members `m` of an audience. */
const audienceOf = (db: Executor, { audience, actor_id, role, town }: BroadcastTable) =>
  audience === 'followers'
    ? db
        .selectFrom('follows as f')
        .innerJoin('members as m', 'm.id', 'f.follower_id')
        .where('f.followed_id', '=', actor_id)
        .select('m.id')
    : db
        .selectFrom('members as m')
        .$if(role !== null, (query) => query.where('m.role', '=', role ?? 'staff'))
        .$if(town !== null, (query) => query.where('m.town', '=', town))
        .select('m.id');

/** Lists the next members who want the notification, sorted by id. */
export async function listNextMembers(
  db: Executor,
  broadcast: BroadcastTable,
  limit: number,
): Promise<string[]> {
  const { kind, actor_id, after_id } = broadcast;
  const rows = await db
    .selectFrom('members as m')
    .where('m.id', 'in', audienceOf(db, broadcast))
    .where('m.disabled_at', 'is', null)
    .where(isKindShown(kind))
    .where(isNotBlocked(db, actor_id, 'm.id'))
    .$if(after_id !== null, (query) => query.where('m.id', '>', after_id as string))
    .orderBy('m.id')
    .limit(limit)
    .select('m.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The columns that a notification copies from its broadcast. */
const SHARED_COLUMNS = [
  'id',
  'type',
  'kind',
  'message',
  'actor_id',
  'link_data',
  'details',
  'title',
  'content',
  'created_at',
  'dedupe_key',
] as const satisfies (keyof MemberNotificationTable & keyof BroadcastTable)[];

/** Gives the notification to members. @returns those who did not have it */
export async function insertFromBroadcast(
  db: Executor,
  row: BroadcastTable,
  memberIds: string[],
): Promise<string[]> {
  const inserted = await db
    .insertInto('member_notifications')
    .columns(['member_id', 'others', ...SHARED_COLUMNS])
    .expression(
      db
        .selectFrom('members as m')
        .where('m.id', 'in', memberIds)
        .select(['m.id as member_id', sql<number>`0`.as('others')])
        .select(SHARED_COLUMNS.map((name) => sql.val(row[name]).as(name))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .execute();
  return toIds(inserted);
}

const readers = (db: Executor, { to, role, town }: StaffAudience) =>
  db
    .selectFrom('members')
    .where('disabled_at', 'is', null)
    .$if(to === 'role' && role !== undefined, (query) =>
      query.where('role', '=', role as NonNullable<typeof role>),
    )
    .$if(to === 'town' && town !== undefined, (query) => query.where('town', '=', town as string));

export async function countReaders(db: Executor, audience: StaffAudience): Promise<number> {
  const { count } = await readers(db, audience)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Clears keys of notifications and deliveries: later ones no longer replace them. */
export async function clearKeys(db: Executor, keys: string[]): Promise<void> {
  for (const table of ['member_notifications', 'deliveries'] as const)
    await db.updateTable(table).set({ dedupe_key: null }).where('dedupe_key', 'in', keys).execute();
}
