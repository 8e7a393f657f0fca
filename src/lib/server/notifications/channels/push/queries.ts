import type { Executor, PushDeviceTable } from '#lib/server/platform/db/schema.ts';

/** Lists a member's push devices, newest first. */
export const listPushDevices = (db: Executor, memberId: string): Promise<PushDeviceTable[]> =>
  db
    .selectFrom('push_devices')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .selectAll()
    .execute();

/** Deletes the subscriptions that a browser has from other sessions. */
export const deleteSubscriptionsOfOtherSessions = (
  db: Executor,
  { endpoint, session_id }: Pick<PushDeviceTable, 'endpoint' | 'session_id'>,
) =>
  db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('session_id', '!=', session_id)
    .execute();

/** The columns of a push device without recent failures. */
const HEALTHY = { failures: 0, failing_since: null, retry_at: null };

/** The columns of a push device that come from its browser. */
type NewPushDevice = Omit<PushDeviceTable, keyof typeof HEALTHY>;

/** Inserts a push device, or replaces the subscription of its session. @returns the device */
export const upsertPushDevice = (
  db: Executor,
  { id, created_at, used_at, ...browser }: NewPushDevice,
): Promise<PushDeviceTable> =>
  db
    .insertInto('push_devices')
    .values({ id, created_at, used_at, ...browser, ...HEALTHY })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(browser))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Identifies a push device of a member. */
type OwnId = Pick<PushDeviceTable, 'id' | 'member_id'>;

export const findPushDevice = (db: Executor, { id, member_id }: OwnId) =>
  db
    .selectFrom('push_devices')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .selectAll()
    .executeTakeFirst();

export async function deletePushDevice(db: Executor, { id, member_id }: OwnId): Promise<boolean> {
  const deleted = await db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Records that a message was sent. @param now milliseconds since 1970 */
export const touchPushDevice = (db: Executor, id: string, now: number) =>
  db
    .updateTable('push_devices')
    .set({ used_at: now, ...HEALTHY })
    .where('id', '=', id)
    .execute();

/**
 * Claims the next attempt to reach a failing push device.
 * @param retryAt the earliest time of another attempt, milliseconds since 1970
 * @returns false when another worker has claimed it
 */
export async function takeAttempt(
  db: Executor,
  { id, retry_at }: Pick<PushDeviceTable, 'id' | 'retry_at'>,
  retryAt: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('push_devices')
    .set({ retry_at: retryAt })
    .where('id', '=', id)
    .where('retry_at', '=', retry_at)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Records a failed attempt. @param retryAt the earliest time of the next one, milliseconds since 1970 */
export const noteFailure = (
  db: Executor,
  id: string,
  { now, retryAt }: { now: number; retryAt: number },
) =>
  db
    .updateTable('push_devices')
    .set((eb) => ({
      failures: eb('failures', '+', 1),
      failing_since: eb.fn.coalesce('failing_since', eb.val(now)),
      retry_at: retryAt,
    }))
    .where('id', '=', id)
    .execute();
