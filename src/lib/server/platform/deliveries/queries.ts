import { type ExpressionBuilder, type Nullable, sql } from 'kysely';

import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import type { DeliveryTable, Executor, Priority, Schema } from '#lib/server/platform/db/schema.ts';

/** What goes out first, of all that is due and was not tried yet: the lowest. */
export const PRIORITY = {
  /** about an appointment of the day on which it goes out */
  today: -1,
  code: 0,
  news: 1,
  /** words of staff to many */
  words: 2,
  digest: 3,
} as const satisfies Record<string, Priority>;

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
          priority: sql<Priority>`case when deliveries.priority < excluded.priority
            then deliveries.priority else excluded.priority end`,
          caused_by: eb.ref('excluded.caused_by'),
          run_at: sql<number>`case when deliveries.run_at < excluded.run_at
            then deliveries.run_at else excluded.run_at end`,
          // A worker that is sending the one before does not end this one.
          attempts: eb('deliveries.attempts', '+', 1),
        })),
    )
    .execute();

/** Which deliveries a worker takes. */
interface Due {
  channel: Channel;
  /** milliseconds since 1970 */
  now: number;
  limit: number;
  /** what of the day's emails is used up: it waits, until it expires */
  deferred: Priority[];
  /** the domains of hosts that get no more for now */
  fullDomains: string[];
  /** whether those that expired are left: the clock may be wrong */
  leavesExpired: boolean;
}

/** A delivery that is due. */
export interface DueDelivery extends DeliveryTable {
  /** of a push: that of its device */
  endpoint: string | null;
}

/** The device `p` of a push is not rested, as it failed lately. */
const isDeviceReady = (now: number) => (eb: ExpressionBuilder<WithDevice, 'p'>) =>
  eb.or([eb('p.retry_at', 'is', null), eb('p.retry_at', '<=', now)]);

type WithDevice = Schema & { d: Schema['deliveries']; p: Nullable<Schema['push_devices']> };

/** Lists the deliveries that are due: what is new before what was tried, of that the urgent ones, of those the oldest. */
export const listDue = (
  db: Executor,
  { channel, now, limit, deferred, fullDomains, leavesExpired }: Due,
): Promise<DueDelivery[]> =>
  db
    .selectFrom('deliveries as d')
    .leftJoin('push_devices as p', 'p.id', 'd.device_id')
    .where('d.channel', '=', channel)
    .where('d.failed_at', 'is', null)
    .where('d.run_at', '<=', now)
    .where(isDeviceReady(now))
    .$if(leavesExpired, (query) => query.where('d.expires_at', '>', now))
    .$if(deferred.length > 0, (query) =>
      query.where((eb) =>
        eb.or([eb('d.priority', 'not in', deferred), eb('d.expires_at', '<=', now)]),
      ),
    )
    .$if(fullDomains.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          eb('p.endpoint', 'is', null),
          eb.and(
            fullDomains.flatMap((domain) => [
              eb('p.endpoint', 'not like', `https://${domain}/%`),
              eb('p.endpoint', 'not like', `https://%.${domain}/%`),
            ]),
          ),
        ]),
      ),
    )
    .orderBy('d.tried')
    .orderBy('d.priority')
    .orderBy('d.run_at')
    .limit(limit)
    .selectAll('d')
    .select('p.endpoint')
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
export async function drawBackDeliveries(db: Executor, now: number): Promise<void> {
  await db
    .updateTable('push_devices')
    .set({ retry_at: now })
    .where('retry_at', '>', now + EMAIL_AHEAD_MS)
    .execute();
  await db
    .updateTable('deliveries')
    .set({ run_at: now })
    .where((eb) =>
      eb.or([
        eb('run_at', '>', now + AHEAD_MS),
        eb('run_at', '>', now + EMAIL_AHEAD_MS).and('encrypted_payload', 'is not', null),
      ]),
    )
    .execute();
}

/** A delivery and the number of its lease, by which no other worker's lease is changed. */
export interface Lease {
  id: string;
  attempts: number;
}

/** No attempt is later than this after the one before. */
export const MAX_RETRY_MS = 900_000;
// Some mail servers take an email from a stranger only after half an hour.
const RETRIED_MS = 3_600_000;

/**
 * Counts the deliveries by channel: those that are due, since when the oldest is; those that are leased or wait for their next
 * attempt, or their time; those that have been tried for over an hour; and those that were given up in the last days.
 * @param now milliseconds
 */
export const countDeliveries = (db: Executor, now: number) =>
  db
    .selectFrom('deliveries as d')
    .leftJoin('push_devices as p', 'p.id', 'd.device_id')
    .groupBy('channel')
    .select(({ fn, eb }) => {
      const isWaiting = eb('failed_at', 'is', null);
      const isDue = eb.and([isWaiting, eb('run_at', '<=', now), isDeviceReady(now)(eb)]);
      // One that another has replaced counts as tried, and may wait for its time: that is later.
      const isRetried = eb.and([
        isWaiting,
        eb('attempts', '>', 0),
        eb('d.created_at', '<', now - RETRIED_MS),
        eb('run_at', '<=', now + MAX_RETRY_MS),
      ]);
      const count = () => fn.countAll<number>();
      return [
        'channel',
        count().filterWhere(isDue).as('due'),
        fn.min<number | null>('run_at').filterWhere(isDue).as('oldest_due'),
        count()
          .filterWhere(eb.and([isWaiting, eb.not(isDue)]))
          .as('deferred'),
        count().filterWhere(isRetried).as('retried'),
        count().filterWhere('failed_at', 'is not', null).as('failed'),
        count().filterWhere('failure', '=', 'rejected').as('rejected'),
        count().filterWhere('failure', '=', 'expired').as('expired'),
      ];
    })
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

/** Sets the time of the next attempt of what was tried, unless another worker has the lease: it comes after what is new then. */
export const scheduleRetry = (db: Executor, { id, attempts }: Lease, runAt: number) =>
  db
    .updateTable('deliveries')
    // A code, and what is about today, do not wait for what is new.
    .set((eb) => ({
      run_at: runAt,
      tried: eb.case().when('priority', '>', PRIORITY.code).then(1).else(0).end(),
    }))
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

/** What a delivery has that was not tried yet, unless it says otherwise. */
export const UNTRIED = {
  notification_id: null,
  device_id: null,
  encrypted_payload: null,
  caused_by: null,
  tried: 0,
  attempts: 0,
  failed_at: null,
  failure: null,
} as const;

/** What all emails to an address have in common. */
export const EMAIL_TO_ADDRESS = {
  ...UNTRIED,
  channel: 'email',
  priority: PRIORITY.code,
  member_id: null,
  kind: null,
  dedupe_key: null,
} as const;

/** @param day of the region, YYYY-MM-DD */
export async function findCount(db: Executor, day: string): Promise<number> {
  const row = await db
    .selectFrom('daily_emails')
    .where('day', '=', day)
    .select('count')
    .executeTakeFirst();
  return row?.count ?? 0;
}

/**
 * Counts one more of a day, unless there are as many already.
 * @param table of what is counted
 * @param limit at least 1
 * @returns whether it did
 */
export async function raiseCount(
  db: Executor,
  table: 'daily_emails' | 'daily_stops',
  day: string,
  limit: number,
): Promise<boolean> {
  const count = sql<number>`${sql.ref(`${table}.count`)}`;
  // Typed as one of the tables: both have the same columns.
  const row = await db
    .insertInto(table as 'daily_emails')
    .values({ day, count: 1 })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ count: sql<number>`${count} + 1` })
        .where(count, '<', limit),
    )
    .returning('count')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts one email less. */
export async function lowerCount(db: Executor, day: string): Promise<void> {
  await db
    .updateTable('daily_emails')
    .where('day', '=', day)
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .execute();
}

/** Deletes the counts of the days before. */
export async function deleteCounts(db: Executor, today: string): Promise<void> {
  await db.deleteFrom('daily_emails').where('day', '<', today).execute();
  await db.deleteFrom('daily_stops').where('day', '<', today).execute();
}
