import type { Executor, NotificationTable } from '#lib/server/platform/db/schema.ts';

import { isUnwanted } from './queries.ts';
import { incrementVersions } from './version-queries.ts';

/** A notification that the next one of the same thing replaces, whether it was read or not. */
export type GroupedNotification = Awaited<ReturnType<typeof listGrouped>>[number];

/** Lists the notifications with these keys. */
export const listGrouped = (db: Executor, keys: string[]) =>
  db
    .selectFrom('notifications as n')
    .where('n.dedupe_key', 'in', keys)
    .select(['n.id', 'n.first_comment_id', 'n.commenters_count', 'n.dedupe_key'])
    .select((eb) => eb.ref('n.audience_member_id').$notNull().as('member_id'))
    .execute();

/** Marks notifications as replaced, and read: whoever still sees one may mark it read. */
async function replace(db: Executor, earlier: GroupedNotification[], now: number): Promise<void> {
  if (earlier.length === 0) return;
  const reads = earlier.map(({ id, member_id }) => ({
    notification_id: id,
    member_id,
    read_at: now,
  }));
  await db
    .updateTable('notifications')
    .set({ replaced_at: now, dedupe_key: null })
    .where(
      'id',
      'in',
      reads.map((read) => read.notification_id),
    )
    .execute();
  await db
    .insertInto('notification_reads')
    .values(reads)
    .onConflict((conflict) => conflict.columns(['member_id', 'notification_id']).doNothing())
    .execute();
}

/**
 * Inserts notifications in place of those with the same keys. Concurrent ones of one thing must wait for each other: the
 * caller has locked it.
 * @param earlier as `listGrouped` has them
 */
export async function insertGrouped(
  db: Executor,
  rows: NotificationTable[],
  earlier: GroupedNotification[],
  now: number,
): Promise<void> {
  await replace(db, earlier, now);
  await db.insertInto('notifications').values(rows).execute();
  await incrementVersions(db, rows);
}

/** Inserts a notification in place of the one with its key, unless its recipient does not want it. */
export async function replaceNotification(db: Executor, row: NotificationTable): Promise<void> {
  if (row.dedupe_key === null || (await isUnwanted(db, row))) return;
  await insertGrouped(db, [row], await listGrouped(db, [row.dedupe_key]), row.created_at);
}

/** Deletes notifications that were replaced before a time. */
export const deleteReplaced = (db: Executor, before: number) =>
  db.deleteFrom('notifications').where('replaced_at', '<', before).execute();
