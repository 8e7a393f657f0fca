import { setTimeout as pause } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import type { PageTag } from '#lib/server/cache/page-policy.ts';

import { isDatabaseError, toDatabaseError } from './database-error.ts';
import type { Db, Schema } from './schema.ts';

const TRIES = 5;
const FIRST_PAUSE_MS = 5;

type Work<T> = (tx: Transaction<Schema>) => Promise<T>;

const runOnce = async <T>(db: Db, work: Work<T>): Promise<T> => {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw toDatabaseError(error);
  }
};

async function runWithRetries<T>(db: Db, work: Work<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (tried === TRIES || !isDatabaseError(error, 'retry')) throw error;
      // Apart by chance, so that those who collided do not collide again.
      await pause(FIRST_PAUSE_MS * 2 ** tried * (0.5 + Math.random()));
    }
  }
}

/** What a transaction needs of the services. */
interface TransactionServices {
  db: Db;
  invalidate: (tag: PageTag) => void;
}

/** What every transaction declares. */
export interface TransactionOptions {
  /** the guest pages that show what changes: they leave the cache after the commit */
  invalidates: PageTag[];
}

/**
 * Runs `work` in one transaction: all of it or nothing. After a serialization failure or a deadlock it runs again, so
 * it may only query the database.
 * @throws DatabaseError, or what `work` threw
 */
export async function transact<T>(
  { db, invalidate }: TransactionServices,
  { invalidates }: TransactionOptions,
  work: Work<T>,
): Promise<T> {
  const result = await runWithRetries(db, work);
  for (const tag of invalidates) invalidate(tag);
  return result;
}
