import type { EmailTable, Executor } from '#lib/server/db/schema.ts';

/** Inserts a pending email. */
export const insertEmail = (db: Executor, email: EmailTable) =>
  db.insertInto('emails').values(email).execute();

/**
 * Lists the emails that are due, oldest first.
 * @param now milliseconds
 */
export const listPendingEmails = (db: Executor, now: number, limit: number) =>
  db
    .selectFrom('emails')
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .limit(limit)
    .select(['id', 'encrypted_payload', 'created_at', 'run_at', 'expires_at', 'attempts'])
    .execute();

/**
 * Leases an email to this worker.
 * @param email as listed
 * @param leaseEnd milliseconds; from then on another worker may take the email
 * @returns undefined when another worker has the lease
 */
export const leaseEmail = (db: Executor, { id, run_at }: EmailTable, leaseEnd: number) =>
  db
    .updateTable('emails')
    .set((eb) => ({ run_at: leaseEnd, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('run_at', '=', run_at)
    .returning('id')
    .executeTakeFirst();

/** Schedules the next attempt, unless the lease expired. */
export const rescheduleEmail = (db: Executor, id: string, leaseEnd: number, runAt: number) =>
  db
    .updateTable('emails')
    .set({ run_at: runAt })
    .where('id', '=', id)
    .where('run_at', '=', leaseEnd)
    .execute();

/** Deletes an email, unless the lease expired. */
export const deleteEmail = (db: Executor, id: string, leaseEnd: number) =>
  db.deleteFrom('emails').where('id', '=', id).where('run_at', '=', leaseEnd).execute();
