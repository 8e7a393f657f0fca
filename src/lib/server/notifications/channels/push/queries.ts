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

/** Deletes a browser's subscription as it was in other sessions. */
export const deleteOfOtherSessions = (
  db: Executor,
  { endpoint, session_id }: Pick<PushDeviceTable, 'endpoint' | 'session_id'>,
) =>
  db
    .deleteFrom('push_devices')
    .where('endpoint', '=', endpoint)
    .where('session_id', '!=', session_id)
    .execute();

/** What a push device that did not fail lately has. */
const HEALTHY = { failures: 0, failing_since: null, retry_at: null };

/** A push device as its browser gives it. */
type NewPushDevice = Omit<PushDeviceTable, keyof typeof HEALTHY>;

/** Inserts a push device, or gives that of its session another subscription. @returns it */
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

/** What names a push device of a member. */
type OwnId = Pick<PushDeviceTable, 'id' | 'member_id'>;

export const findPushDevice = (db: Executor, { id, member_id }: OwnId) =>
  db
    .selectFrom('push_devices')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .selectAll()
    .executeTakeFirst();

/** @returns whether there was one */
export async function deletePushDevice(db: Executor, { id, member_id }: OwnId): Promise<boolean> {
  const deleted = await db
    .deleteFrom('push_devices')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Notes that a message was sent. @param now milliseconds since 1970 */
export const touchPushDevice = (db: Executor, id: string, now: number) =>
  db
    .updateTable('push_devices')
    .set({ used_at: now, ...HEALTHY })
    .where('id', '=', id)
    .execute();

/**
 * Takes the next attempt at a push device that fails.
 * @param retryAt from when on there may be another, milliseconds since 1970
 * @returns whether no other worker has it
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

/** Notes that an attempt was without success. @param retryAt when the next one may be, milliseconds since 1970 */
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
