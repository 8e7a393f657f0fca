import type { AlertTable, Executor } from '#lib/server/platform/db/schema.ts';

export const insertAlert = (db: Executor, alert: AlertTable) =>
  db.insertInto('alerts').values(alert).execute();

/** Lists a member's alerts, newest first. */
export const listAlerts = (db: Executor, memberId: string): Promise<AlertTable[]> =>
  db
    .selectFrom('alerts')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .selectAll()
    .execute();

/** An alert of a member. */
type OwnAlert = Pick<AlertTable, 'id' | 'member_id'>;

/**
 * Pauses an alert, or ends the pause.
 * @param pausedAt null ends the pause
 * @returns undefined when the member has no such alert
 */
export const setPaused = (db: Executor, { id, member_id }: OwnAlert, pausedAt: number | null) =>
  db
    .updateTable('alerts')
    .set({ paused_at: pausedAt })
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returningAll()
    .executeTakeFirst();

/** @returns whether the member had it */
export async function deleteAlert(db: Executor, { id, member_id }: OwnAlert): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
