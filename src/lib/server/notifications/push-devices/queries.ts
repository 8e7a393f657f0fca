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

/** Deletes what a browser had before: its subscription as another member's, and another one of the same session. */
export const deleteReplaced = (
  db: Executor,
  { endpoint, member_id, session_id }: PushDeviceTable,
) =>
  db
    .deleteFrom('push_devices')
    .where((eb) =>
      eb.or([
        eb.and([eb('endpoint', '=', endpoint), eb('member_id', '!=', member_id)]),
        eb.and([eb('endpoint', '!=', endpoint), eb('session_id', '=', session_id)]),
      ]),
    )
    .execute();

/** Inserts a push device, or renews the one with its endpoint. @returns it */
export const upsertPushDevice = (
  db: Executor,
  { id, created_at, used_at, ...browser }: PushDeviceTable,
): Promise<PushDeviceTable> =>
  db
    .insertInto('push_devices')
    .values({ id, created_at, used_at, ...browser })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(browser))
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
  db.updateTable('push_devices').set({ used_at: now }).where('id', '=', id).execute();
