import type { EmailTable, Executor } from '#lib/server/platform/db/schema.ts';

/** Inserts a pending email. */
export const insertEmail = (db: Executor, email: EmailTable) =>
  db.insertInto('emails').values(email).execute();

/** Which emails a worker takes. */
interface Pending {
  /** milliseconds since 1970 */
  now: number;
  limit: number;
  /** whether those that expired are left: the clock may be wrong */
  leavesExpired: boolean;
}

/** Lists the emails that are due, oldest first. */
export const listPendingEmails = (db: Executor, { now, limit, leavesExpired }: Pending) =>
  db
    .selectFrom('emails')
    .where('run_at', '<=', now)
    .$if(leavesExpired, (query) => query.where('expires_at', '>', now))
    .orderBy('run_at')
    .limit(limit)
    .select(['id', 'encrypted_payload', 'created_at', 'run_at', 'expires_at', 'attempts'])
    .execute();

/** Lists queued emails, whatever their time, in the order of their ids. @param after an id, or empty */
export const listQueuedEmails = (db: Executor, after: string, limit: number) =>
  db
    .selectFrom('emails')
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'encrypted_payload'])
    .execute();

export const deleteEmailsById = (db: Executor, ids: string[]) =>
  db.deleteFrom('emails').where('id', 'in', ids).execute();

/** Makes those due that wait until after a time, as the clock was ahead when it was set. */
export const drawBackEmails = (db: Executor, after: number, now: number) =>
  db.updateTable('emails').set({ run_at: now }).where('run_at', '>', after).execute();

/** An email and the number of its lease, by which no other worker's lease is changed. */
export interface Lease {
  id: string;
  attempts: number;
}

/**
 * Counts the emails that are due, and those that are leased or wait for their next attempt.
 * @param now milliseconds
 */
export const countEmails = (db: Executor, now: number) =>
  db
    .selectFrom('emails')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('run_at', '<=', now).as('due'),
      fn.countAll<number>().filterWhere('run_at', '>', now).as('deferred'),
    ])
    .executeTakeFirstOrThrow();

/**
 * Leases an email to this worker.
 * @param email as listed
 * @param leaseEnd milliseconds; from then on another worker may take the email
 * @returns undefined when another worker has the lease
 */
export const leaseEmail = (db: Executor, { id, attempts }: EmailTable, leaseEnd: number) =>
  db
    .updateTable('emails')
    .set({ run_at: leaseEnd, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning(['id', 'attempts'])
    .executeTakeFirst();

/** Sets the end of a lease, or the time of the next attempt, unless another worker has the lease. */
export const rescheduleEmail = (db: Executor, { id, attempts }: Lease, runAt: number) =>
  db
    .updateTable('emails')
    .set({ run_at: runAt })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();

/** Deletes an email, unless another worker has the lease. */
export const deleteEmail = (db: Executor, { id, attempts }: Lease) =>
  db.deleteFrom('emails').where('id', '=', id).where('attempts', '=', attempts).execute();
