import { sql } from 'kysely';

import { MAX_UNREAD, type OptionalKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { ListQuery } from '#lib/contract/pagination.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

/**
 * Whether the member sees notification `n`: they can see its actor, and have not turned off posts or guides; other
 * kinds are not created while turned off. Each part is a lookup by key: with `not exists`, PostgreSQL might scan
 * whole tables for a member with many notifications. It estimates that half of the lookups are `not true`, but almost
 * none null: for a page of ten, it would otherwise read and sort all of a member's notifications.
 */
const isSeen = sql<boolean>`(
  (n.kind not in ('post', 'guide') or (select true from hidden_notifications as h
    where h.member_id = n.member_id and h.kind = n.kind) is not true)
  and (select disabled_at is not null from members where id = n.actor_id) is not true
  and (select true from blocks where blocker_id = n.member_id and blocked_id = n.actor_id) is not true
  and (select true from blocks where blocker_id = n.actor_id and blocked_id = n.member_id) is not true)`;

/** Notifications `n` with the facts of their texts: the actor `a`, the post `p` or guide `g`, and the comment `c`. */
export const withFacts = (db: Executor, memberId: string) =>
  db
    .selectFrom('member_notifications as n')
    .leftJoin('members as a', 'a.id', 'n.actor_id')
    .leftJoin('posts as p', 'p.id', 'n.link_data')
    .leftJoin('resources as g', 'g.id', 'n.link_data')
    .leftJoin('comments as c', 'c.id', 'n.comment_id')
    .where('n.member_id', '=', memberId)
    .where(isSeen)
    .select(['n.id', 'n.type', 'n.kind', 'n.message', 'n.others', 'n.link_data', 'n.details'])
    .select(['n.title', 'n.content', 'n.created_at', 'n.read_at', 'n.actor_id'])
    .select(['a.first_name', 'a.last_name', 'a.avatar_key'])
    .select(['p.title as post_title', 'g.title as guide_title'])
    .select(['c.id as comment_id', 'c.content as comment']);

type StoredRow = Awaited<ReturnType<typeof page>>[number];

/** `read_at` is null while unread. */
export interface NotificationRow extends StoredRow {
  /** the person's name, for a reader who looks after them */
  person?: string | null;
}

/** Adds the persons whom notifications concern, unless it is the reader. */
async function withPersons(db: Executor, rows: StoredRow[]): Promise<NotificationRow[]> {
  const personOf = ({ details }: StoredRow) =>
    (JSON.parse(details ?? '{}') as { person?: string }).person;
  const ids = rows.flatMap((row) => personOf(row) ?? []);
  if (ids.length === 0) return rows;
  const people = db.selectFrom('members').where('id', 'in', ids);
  const named = await people.select(['id', 'first_name', 'last_name']).execute();
  const names = new Map(named.map((each) => [each.id, `${each.first_name} ${each.last_name}`]));
  return rows.map((row) => Object.assign(row, { person: names.get(personOf(row) ?? '') ?? null }));
}

const page = precompiled(
  (
    db,
    { memberId, cursor }: { memberId: string; cursor: string | null },
    { limit, after }: { limit: number; after: boolean },
  ) =>
    withFacts(db, memberId)
      .where('n.replaced_at', 'is', null)
      .$if(after, (query) => query.where('n.id', '<', cursor as string))
      .orderBy('n.id', 'desc')
      .limit(sql.lit(limit)),
);

/** Lists a member's notifications, newest first. */
export const listNotifications = async (
  db: Executor,
  memberId: string,
  { cursor, limit }: ListQuery,
): Promise<NotificationRow[]> =>
  withPersons(db, await page(db, { memberId, cursor }, { limit, after: cursor !== null }));

const byId = precompiled((db, { memberId, id }: { memberId: string; id: string }) =>
  withFacts(db, memberId).where('n.id', '=', id),
);

/** Finds a notification of a member, even a replaced one: an open page may still list it. */
export async function findNotification(
  db: Executor,
  memberId: string,
  id: string,
): Promise<NotificationRow | undefined> {
  return (await withPersons(db, await byId(db, { memberId, id })))[0];
}

/** Marks a notification read, or all up to one. */
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

const inbox = precompiled((db, { memberId }: { memberId: string }) =>
  db.selectFrom('inboxes').where('member_id', '=', memberId).select('unread_count'),
);

export const countUnread = async (db: Executor, memberId: string): Promise<number> =>
  (await inbox(db, { memberId }))[0]?.unread_count ?? 0;

// Bounds the parameters of a statement.
const BATCH = 1000;

/** @returns ids without duplicates, in sorted batches: concurrent transactions lock inboxes without deadlocks */
function inBatches(memberIds: string[]): string[][] {
  const sorted = [...new Set(memberIds)].toSorted();
  const count = Math.ceil(sorted.length / BATCH);
  return Array.from({ length: count }, (_, nth) => sorted.slice(nth * BATCH, (nth + 1) * BATCH));
}

const incremented = precompiled((db, ids: ListParameters, count: number) =>
  db
    .insertInto('inboxes')
    .columns(['member_id', 'unread_count', 'version'])
    .expression(
      db
        .selectFrom('members')
        .where('id', 'in', listParameters(ids, count))
        .orderBy('id')
        .select(['id', sql<number>`0`.as('unread_count'), sql<number>`1`.as('version')]),
    )
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet((eb) => ({ version: eb('inboxes.version', '+', 1) })),
    ),
);

/**
 * Increments the versions of inboxes, and locks them: each concurrent transaction sees the changes of the previous
 * one.
 */
const incrementVersions = (db: Executor, memberIds: string[]) =>
  incremented(db, memberIds, memberIds.length);

/** The unread notifications that an inbox's member sees, up to the counted maximum. */
const unreadOfInbox = (db: Executor) =>
  db
    .selectFrom('member_notifications as n')
    .where('n.member_id', '=', sql.ref<string>('inboxes.member_id'))
    .where('n.read_at', 'is', null)
    .where('n.replaced_at', 'is', null)
    .where(isSeen)
    .limit(sql.lit(MAX_UNREAD))
    .select(sql<number>`1`.as('one'));

/** Whether an inbox's member sees a notification. */
const hasSeen = (db: Executor, id: string) =>
  db
    .selectFrom('member_notifications as n')
    .where('n.member_id', '=', sql.ref<string>('inboxes.member_id'))
    .where('n.id', '=', id)
    .where(isSeen)
    .select('n.id');

/** The ids of members, and of a notification that is new to all of them. */
type InboxValues = ListParameters & { added: string };

const recounted = precompiled(
  (db, values: InboxValues, { count, isMore }: { count: number; isMore: boolean }) =>
    db
      .updateTable('inboxes')
      .set({
        unread_count: sql<number>`(select count(*) from (${unreadOfInbox(db)}) as unread)`,
      })
      .where('member_id', 'in', listParameters(values, count))
      // Counts one more, so that a full inbox stays full: the new notification replaces at most one.
      .$if(isMore, (query) =>
        query.where((eb) =>
          eb.or([
            eb('unread_count', '<', MAX_UNREAD),
            eb.not(eb.exists(hasSeen(db, values.added))),
          ]),
        ),
      ),
);

/**
 * Recounts members' unread notifications after a change; the last statement of a transaction.
 * @param added the notification that is new to all of them, if that is the change
 */
export async function refreshInboxes(
  db: Executor,
  memberIds: string[],
  added?: string,
): Promise<void> {
  const isMore = added !== undefined;
  for (const ids of inBatches(memberIds)) {
    await incrementVersions(db, ids);
    const values = Object.assign({ added: added ?? '' }, ids);
    await recounted(db, values, { count: ids.length, isMore });
  }
}

/** The same when only the appearance of a notification's actor has changed. */
export async function refreshVersions(db: Executor, memberIds: string[]): Promise<void> {
  for (const ids of inBatches(memberIds)) await incrementVersions(db, ids);
}

const addedTo = precompiled((db, values: InboxValues, count: number) =>
  db
    .updateTable('inboxes')
    .set((eb) => ({ unread_count: eb('unread_count', '+', 1) }))
    .where('member_id', 'in', listParameters(values, count))
    .where('unread_count', '<', MAX_UNREAD)
    // A block may have come in between.
    .where((eb) => eb.exists(hasSeen(db, values.added))),
);

/** The same after one new notification for each member. */
export async function addToInboxes(db: Executor, memberIds: string[], id: string): Promise<void> {
  for (const ids of inBatches(memberIds)) {
    await incrementVersions(db, ids);
    await addedTo(db, Object.assign({ added: id }, ids), ids.length);
  }
}

// Seconds since this date fit into the column.
const EPOCH = Date.UTC(2026, 0);

/**
 * Gives all members versions that no browser has seen: those of a restored database have gone back.
 * @param now milliseconds since 1970
 */
export async function skipVersions(db: Executor, now: number): Promise<void> {
  const version = Math.floor((now - EPOCH) / 1000);
  const of = { unread_count: sql<number>`0`, version: sql<number>`${sql.lit(version)}` };
  await db
    .insertInto('inboxes')
    .columns(['member_id', 'unread_count', 'version'])
    .expression(
      db
        .selectFrom('members')
        // Without this, SQLite would parse the conflict clause as part of a join.
        .where(sql<boolean>`true`)
        .select(['id', of.unread_count.as('unread_count'), of.version.as('version')]),
    )
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ version }))
    .execute();
}

export async function listHiddenKinds(db: Executor, memberId: string): Promise<OptionalKind[]> {
  const query = db.selectFrom('hidden_notifications').where('member_id', '=', memberId);
  return (await query.select('kind').execute()).map(({ kind }) => kind);
}

export async function setHiddenKinds(
  db: Executor,
  memberId: string,
  kinds: OptionalKind[],
): Promise<void> {
  await db.deleteFrom('hidden_notifications').where('member_id', '=', memberId).execute();
  if (kinds.length === 0) return;
  const rows = kinds.map((kind) => ({ member_id: memberId, kind }));
  await db.insertInto('hidden_notifications').values(rows).execute();
}
