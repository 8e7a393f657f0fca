// Addresses that take no email.
import type { Executor } from '#lib/server/platform/db/schema.ts';

const NONE = { bounced_email: null, bounced_on: null, bounced_again_on: null };

/** Forgets that a member's address rejected emails, as it takes them. */
export const forgetBounces = (db: Executor, memberId: string) =>
  db
    .updateTable('delivery_settings')
    .set(NONE)
    .where('member_id', '=', memberId)
    .where('bounced_email', 'is not', null)
    .execute();

/** The addresses of enabled members that are stopped. */
const stopped = (db: Executor) =>
  db
    .selectFrom('delivery_settings as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .whereRef('s.rejected_email', '=', 'm.email')
    .where('m.disabled_at', 'is', null);

/** Lists since when each address is stopped, the last first. */
export const listStopTimes = (db: Executor) =>
  stopped(db)
    .orderBy('s.stopped_at', 'desc')
    .select('s.stopped_at')
    .$narrowType<{ stopped_at: number }>()
    .execute();

/** Counts the addresses that were rejected on two days and are not stopped, as enough others were. */
export async function countWaiting(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('delivery_settings as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .whereRef('s.bounced_email', '=', 'm.email')
    .where('s.bounced_again_on', 'is not', null)
    .where('m.disabled_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Lets emails go to the addresses again that were stopped since a time.
 * @returns whose they are
 */
export async function resumeSince(db: Executor, time: number): Promise<string[]> {
  const rows = await db
    .updateTable('delivery_settings')
    .set({ rejected_email: null, stopped_at: null, ...NONE })
    .where('stopped_at', '>=', time)
    .returning('member_id')
    .execute();
  return rows.map(({ member_id }) => member_id);
}
