import { ACTIVE_STATUSES } from '#lib/contract/listing-states.ts';
import type { Executor } from '#lib/server/db/schema.ts';

/** Whether an active listing's last day is before `today`. */
export const hasOverdueListing = async (db: Executor, today: string): Promise<boolean> =>
  (await db
    .selectFrom('listings')
    .where('status', 'in', ACTIVE_STATUSES)
    .where('until', '<', today)
    .limit(1)
    .select('post_id')
    .executeTakeFirst()) !== undefined;

/**
 * Expires the active listings whose last day is before `today`. Of two servers that do so, each row is changed by one.
 * @param now milliseconds since 1970
 * @returns how many
 */
export async function expireListings(db: Executor, today: string, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('listings')
    .set({ status: 'expired', remind_on: null, updated_at: now })
    .where('status', 'in', ACTIVE_STATUSES)
    .where('until', '<', today)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** A listing whose owner gets a reminder. */
export type DueReminder = Awaited<ReturnType<typeof listDueReminders>>[number];

/** Lists the active listings whose owners get a reminder, with their posts; the longest due first. */
export const listDueReminders = (db: Executor, today: string, limit: number) =>
  db
    .selectFrom('listings as l')
    .innerJoin('posts as p', 'p.id', 'l.post_id')
    .where('l.remind_on', '<=', today)
    .where('l.until', '>=', today)
    .orderBy('l.remind_on')
    .limit(limit)
    .select(['p.id', 'p.title', 'p.author_id', 'l.kind', 'l.until'])
    .select((eb) => eb.ref('l.remind_on').$notNull().as('remind_on'))
    .execute();

/**
 * Schedules the reminder after this one.
 * @param next null when there is none
 * @returns undefined when another server did so, or the owner changed the listing
 */
export const advanceReminder = (
  db: Executor,
  { id, remind_on }: Pick<DueReminder, 'id' | 'remind_on'>,
  next: string | null,
) =>
  db
    .updateTable('listings')
    .set({ remind_on: next })
    .where('post_id', '=', id)
    .where('remind_on', '=', remind_on)
    .returning('post_id')
    .executeTakeFirst();
