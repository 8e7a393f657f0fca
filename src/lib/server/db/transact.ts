import { setTimeout as delay } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import type { PageTag } from '#lib/server/cache/page-policy.ts';

import { isDatabaseError, toDatabaseError } from './database-error.ts';
import type { Db, Schema } from './schema.ts';

const MAX_ATTEMPTS = 5;
const FIRST_RETRY_MS = 5;

type Work<T> = (tx: Transaction<Schema>) => Promise<T>;

async function runWithRetries<T>(db: Db, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (thrown) {
      const error = toDatabaseError(thrown);
      if (attempt === MAX_ATTEMPTS || !isDatabaseError(error, 'retry')) throw error;
      // Jitter, so that the same transactions do not collide again.
      await delay(FIRST_RETRY_MS * 2 ** attempt * (0.5 + Math.random()));
    }
  }
}

/** What a transaction needs of the services. */
interface TransactionServices {
  db: Db;
  invalidate: (tag: PageTag) => Promise<void>;
}

/** What every transaction declares. */
export interface TransactionOptions {
  /** the guest pages that show what changes: they leave the caches after the commit, and before the response */
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
  const publish = () => Promise.all(invalidates.map(invalidate));
  try {
    const result = await runWithRetries(db, work);
    await publish();
    return result;
  } catch (error) {
    // No client waits for it: the database is away.
    if (isDatabaseError(error, 'uncertain')) void publish();
    throw error;
  }
}
