// What writes notifications. Whoever gets another list by it is for the caller to refresh (`refreshInboxes`).
import { type RawBuilder, sql } from 'kysely';

import {
  isOptional,
  type NotificationKind,
} from '#lib/contract/notifications/notification-kinds.ts';
import type { StaffAudience } from '#lib/contract/notifications/staff-notifications.ts';
import { withoutMutes } from '#lib/server/forum/mutes/queries.ts';
import { isNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import type {
  BroadcastTable,
  Executor,
  MemberNotificationTable,
} from '#lib/server/platform/db/schema.ts';

/** Whether member `m` did not turn a kind off. */
const isKindShown = (kind: NotificationKind): RawBuilder<boolean> =>
  isOptional(kind)
    ? sql<boolean>`not exists (select 1 from hidden_notifications as h
        where h.member_id = m.id and h.kind = ${sql.lit(kind)})`
    : sql<boolean>`true`;

/** Lists those of some members who did not turn the kind off, and neither block the actor nor are blocked by them. */
export async function listWanting(
  db: Executor,
  { kind, actor_id }: Pick<MemberNotificationTable, 'kind' | 'actor_id'>,
  memberIds: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('members as m')
    .where('m.id', 'in', memberIds)
    .where(isKindShown(kind))
    .where(isNotBlocked(db, actor_id, 'm.id'))
    .select('m.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Inserts notifications, except those whose members have one with the same key.
 * @returns the members who got one
 */
export async function insertNotifications(
  db: Executor,
  rows: MemberNotificationTable[],
): Promise<string[]> {
  const inserted = await db
    .insertInto('member_notifications')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .execute();
  return inserted.map(({ member_id }) => member_id);
}

/** Lists the notifications of members that the next one with their key replaces. */
export const listGrouped = (db: Executor, key: string, memberIds: string[]) =>
  db
    .selectFrom('member_notifications')
    .where('member_id', 'in', memberIds)
    .where('dedupe_key', '=', key)
    .select(['member_id', 'first_comment_id', 'others'])
    .execute();

/** Marks them as replaced, and read: whoever still sees one may mark it read. */
export const replaceGrouped = (db: Executor, key: string, memberIds: string[], now: number) =>
  db
    .updateTable('member_notifications')
    .set((eb) => ({
      replaced_at: now,
      dedupe_key: null,
      read_at: eb.fn.coalesce('read_at', eb.val(now)),
    }))
    .where('member_id', 'in', memberIds)
    .where('dedupe_key', '=', key)
    .execute();

/** Marks a member's notification read, or all up to one. */
export const markRead = (
  db: Executor,
  memberId: string,
  ids: { id: string } | { until: string },
  now: number,
) =>
  db
    .updateTable('member_notifications')
    .set({ read_at: now })
    .where('member_id', '=', memberId)
    .where('read_at', 'is', null)
    .$if('id' in ids, (query) => query.where('id', '=', 'id' in ids ? ids.id : ''))
    .$if('until' in ids, (query) => query.where('id', '<=', 'until' in ids ? ids.until : ''))
    .execute();

const toIds = (rows: { member_id: string }[]) => rows.map(({ member_id }) => member_id);

/** Deletes the notifications that lead to something, also those on their way. @returns whose they were */
export async function deleteByLink(db: Executor, link: string): Promise<string[]> {
  await db.deleteFrom('broadcasts').where('link_data', '=', link).execute();
  const deleted = db.deleteFrom('member_notifications').where('link_data', '=', link);
  return toIds(await deleted.returning('member_id').execute());
}

/** A comment of a post. */
export interface CommentKey {
  postId: string;
  commentId: string;
}

/** The notifications whose newest comment this is. */
const isOfComment =
  ({ postId, commentId }: CommentKey) =>
  // The index is of this column.
  () =>
    sql<boolean>`(link_data = ${postId} and comment_id = ${commentId})`;

/** Deletes the notifications whose newest comment this is. @param only those of no earlier comment, too @returns whose they were */
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

/**
 * Lists whose notifications have this newest comment. Where its words are stored, as earlier versions did, they change.
 * @param content the words now, and whether the comment is there
 */
export async function changeComment(
  db: Executor,
  comment: CommentKey,
  { content, isThere }: { content: string; isThere: boolean },
): Promise<string[]> {
  const changed = await db
    .updateTable('member_notifications')
    .where(isOfComment(comment))
    .set((eb) => ({
      content: eb.case().when('message', 'is', null).then(content).else(null).end(),
      ...(isThere ? {} : { comment_id: null }),
    }))
    .returning('member_id')
    .execute();
  return toIds(changed);
}

/** Lists the members who have a notification by this one. */
export async function listNotifiedBy(db: Executor, actorId: string): Promise<string[]> {
  const rows = db.selectFrom('member_notifications').where('actor_id', '=', actorId);
  return toIds(await rows.select('member_id').distinct().execute());
}

/** Starts a notification of many. */
export const insertBroadcast = (db: Executor, row: BroadcastTable) =>
  db.insertInto('broadcasts').values(row).execute();

export async function listBroadcasts(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('broadcasts').orderBy('id').select('id').execute();
  return rows.map(({ id }) => id);
}

export const findBroadcast = (db: Executor, id: string) =>
  db.selectFrom('broadcasts').where('id', '=', id).selectAll().executeTakeFirst();

/** Notes the last member who got it. */
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

/** Lists the next members who get it and want it, in the order of their ids. */
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

/** Gives these members the notification. @returns those who did not have it */
export async function insertFromBroadcast(
  db: Executor,
  id: string,
  memberIds: string[],
): Promise<string[]> {
  const inserted = await db
    .insertInto('member_notifications')
    .columns([
      'member_id',
      'id',
      'type',
      'kind',
      'message',
      'actor_id',
      'others',
      'link_data',
      'details',
      'title',
      'content',
      'created_at',
      'dedupe_key',
    ])
    .expression(
      db
        .selectFrom('broadcasts as b')
        .innerJoin('members as m', (join) => join.onTrue())
        .where('b.id', '=', id)
        .where('m.id', 'in', memberIds)
        .select(['m.id as member_id', 'b.id', 'b.type', 'b.kind', 'b.message', 'b.actor_id'])
        .select([sql<number>`0`.as('others'), 'b.link_data', 'b.details', 'b.title', 'b.content'])
        .select(['b.created_at', 'b.dedupe_key']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .execute();
  return toIds(inserted);
}

// Bounds the work of one comment.
const MAX_COMMENTERS = 500;

/** @returns the members who commented on a post, who did so last first */
async function listCommenters(db: Executor, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .where('post_id', '=', postId)
    .groupBy('member_id')
    .orderBy((eb) => eb.fn.max('created_at'), 'desc')
    .limit(MAX_COMMENTERS)
    .select('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Lists the author of a post and who commented on it, unless they muted it. */
export async function listConversation(
  db: Executor,
  postId: string,
  authorId: string,
): Promise<string[]> {
  const ids = new Set([authorId, ...(await listCommenters(db, postId))]);
  const rows = await withoutMutes(db, postId)
    .where('m.id', 'in', [...ids])
    .select('m.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds the comment that a member wrote on a post before this one. */
export const findPreviousComment = (
  db: Executor,
  comment: { id: string; post_id: string; member_id: string },
) =>
  db
    .selectFrom('comments')
    .where('post_id', '=', comment.post_id)
    .where('member_id', '=', comment.member_id)
    .where('id', '!=', comment.id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .select('id')
    .executeTakeFirst();

const readers = (db: Executor, { to, role, town }: StaffAudience) =>
  db
    .selectFrom('members')
    .where('disabled_at', 'is', null)
    .$if(to === 'role' && role !== undefined, (query) =>
      query.where('role', '=', role as NonNullable<typeof role>),
    )
    .$if(to === 'town' && town !== undefined, (query) => query.where('town', '=', town as string));

/** Counts the members of an audience. */
export async function countReaders(db: Executor, audience: StaffAudience): Promise<number> {
  const { count } = await readers(db, audience)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
