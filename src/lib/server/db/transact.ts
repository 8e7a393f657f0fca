import { setTimeout as pause } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import { isDatabaseError, toDatabaseError } from './database-error.ts';
import type { Db, Schema } from './schema.ts';

const TRIES = 5;
const FIRST_PAUSE_MS = 5;

const runOnce = async <T>(db: Db, work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> => {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    throw toDatabaseError(error);
  }
};

/**
 * Runs `work` in one transaction: all of it or nothing. After a serialization failure or a deadlock the whole
 * of it runs again, so it may do nothing but speak to the database.
 * @throws DatabaseError, or what `work` threw
 */
export async function transact<T>(
  db: Db,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
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
