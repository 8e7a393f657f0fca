// Queries of addresses that reject emails.
import type { Executor } from '#lib/server/platform/db/schema.ts';

const NONE = { bounced_email: null, bounced_on: null, bounced_again_on: null };

/** Clears the rejections of a member's address once it accepts an email. */
export const forgetBounces = (db: Executor, memberId: string) =>
  db
    .updateTable('delivery_settings')
    .set(NONE)
    .where('member_id', '=', memberId)
    .where('bounced_email', 'is not', null)
    .execute();

/** Stopped addresses of enabled members. */
const stopped = (db: Executor) =>
  db
    .selectFrom('delivery_settings as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .whereRef('s.rejected_email', '=', 'm.email')
    .where('m.disabled_at', 'is', null);

/** Lists when each address was stopped, latest first. */
export const listStopTimes = (db: Executor) =>
  stopped(db)
    .orderBy('s.stopped_at', 'desc')
    .select('s.stopped_at')
    .$narrowType<{ stopped_at: number }>()
    .execute();

/** Counts addresses with rejections on two days that are not stopped, as enough others were. */
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
 * Resumes emails to addresses stopped since a time.
 * @returns the members
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
