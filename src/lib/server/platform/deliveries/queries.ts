import { sql } from 'kysely';

import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import type { DeliveryTable, Executor } from '#lib/server/platform/db/schema.ts';

/** Queues deliveries that take no other's place. */
export const insertDeliveries = (db: Executor, rows: DeliveryTable[]) =>
  db.insertInto('deliveries').values(rows).execute();

/**
 * Queues deliveries. One whose key waits already takes its place there; that is sent no later for it.
 * @param rows each with `member_id` and `dedupe_key`
 */
export const queueDeliveries = (db: Executor, rows: DeliveryTable[]) =>
  db
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'channel', 'dedupe_key'])
        .where('dedupe_key', 'is not', null)
        .doUpdateSet((eb) => ({
          notification_id: eb.ref('excluded.notification_id'),
          expires_at: eb.ref('excluded.expires_at'),
          run_at: sql<number>`case when deliveries.run_at < excluded.run_at
            then deliveries.run_at else excluded.run_at end`,
          // A worker that is sending the one before does not end this one.
          attempts: eb('deliveries.attempts', '+', 1),
        })),
    )
    .execute();

/** Which deliveries a worker takes. */
interface Pending {
  channel: Channel;
  /** milliseconds since 1970 */
  now: number;
  limit: number;
  /** whether those that expired are left: the clock may be wrong */
  leavesExpired: boolean;
}

/** Lists the deliveries that are due: the urgent ones first, of those the oldest. */
export const listPending = (db: Executor, { channel, now, limit, leavesExpired }: Pending) =>
  db
    .selectFrom('deliveries')
    .where('channel', '=', channel)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', now)
    .$if(leavesExpired, (query) => query.where('expires_at', '>', now))
    .orderBy('priority')
    .orderBy('run_at')
    .limit(limit)
    .selectAll()
    .execute();

/** Lists queued emails to addresses, whatever their time, in the order of their ids. @param after an id, or empty */
export const listQueuedEmails = (db: Executor, after: string, limit: number) =>
  db
    .selectFrom('deliveries')
    .where('encrypted_payload', 'is not', null)
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'encrypted_payload'])
    .execute();

export const deleteDeliveries = (db: Executor, ids: string[]) =>
  db.deleteFrom('deliveries').where('id', 'in', ids).execute();

// Longer than a lease, or the wait for the next attempt.
const EMAIL_AHEAD_MS = 2 * 3_600_000;
// Longer than quiet hours.
const AHEAD_MS = 25 * 3_600_000;

/** Makes those due that wait for longer than they may, as the clock was ahead when it was set. */
export const drawBackDeliveries = (db: Executor, now: number) =>
  db
    .updateTable('deliveries')
    .set({ run_at: now })
    .where((eb) =>
      eb.or([
        eb('run_at', '>', now + AHEAD_MS),
        eb('run_at', '>', now + EMAIL_AHEAD_MS).and('encrypted_payload', 'is not', null),
      ]),
    )
    .execute();

/** A delivery and the number of its lease, by which no other worker's lease is changed. */
export interface Lease {
  id: string;
  attempts: number;
}

/**
 * Counts the deliveries by channel: those that are due, those that are leased or wait for their next attempt, and those that
 * were given up in the last days.
 * @param now milliseconds
 */
export const countDeliveries = (db: Executor, now: number) =>
  db
    .selectFrom('deliveries')
    .groupBy('channel')
    .select(({ fn }) => [
      'channel',
      fn
        .countAll<number>()
        .filterWhere('failed_at', 'is', null)
        .filterWhere('run_at', '<=', now)
        .as('due'),
      fn
        .countAll<number>()
        .filterWhere('failed_at', 'is', null)
        .filterWhere('run_at', '>', now)
        .as('deferred'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .execute();

/**
 * Leases a delivery to this worker.
 * @param delivery as listed
 * @param leaseEnd milliseconds; from then on another worker may take it
 * @returns undefined when another worker has the lease
 */
export const leaseDelivery = (db: Executor, { id, attempts }: DeliveryTable, leaseEnd: number) =>
  db
    .updateTable('deliveries')
    .set({ run_at: leaseEnd, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning(['id', 'attempts'])
    .executeTakeFirst();

/** Sets the end of a lease, or the time of the next attempt, unless another worker has the lease. */
export const reschedule = (db: Executor, { id, attempts }: Lease, runAt: number) =>
  db
    .updateTable('deliveries')
    .set({ run_at: runAt })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();

/** Deletes a delivery, unless another worker has the lease. */
export const deleteDelivery = (db: Executor, { id, attempts }: Lease) =>
  db.deleteFrom('deliveries').where('id', '=', id).where('attempts', '=', attempts).execute();

/** Notes that a delivery is given up, without its words, unless another worker has the lease. */
export const failDelivery = (
  db: Executor,
  { id, attempts }: Lease,
  failure: NonNullable<DeliveryTable['failure']>,
  now: number,
) =>
  db
    .updateTable('deliveries')
    .set({ failed_at: now, failure, encrypted_payload: null, dedupe_key: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();

/** Deletes those that were given up before a time. */
export const deleteFailed = (db: Executor, before: number) =>
  db.deleteFrom('deliveries').where('failed_at', '<', before).execute();

/** Takes over the emails that servers of the version before have queued, and are not sending. */
export async function takeOverEmails(db: Executor, now: number): Promise<void> {
  const rows = await db
    .deleteFrom('emails')
    .where('run_at', '<=', now)
    .returning(['id', 'encrypted_payload', 'created_at', 'run_at', 'expires_at', 'attempts'])
    .execute();
  for (const row of rows) await insertDeliveries(db, [{ ...EMAIL_TO_ADDRESS, ...row }]);
}

/** What all emails to an address have in common. */
export const EMAIL_TO_ADDRESS = {
  channel: 'email',
  priority: 0,
  member_id: null,
  kind: null,
  notification_id: null,
  device_id: null,
  dedupe_key: null,
  failed_at: null,
  failure: null,
} as const;
