import { setTimeout as delay } from 'node:timers/promises';

import type { Transaction } from 'kysely';

import type { PageTag } from '#lib/server/platform/cache/page-policy.ts';

import { incrementCacheVersions } from './cache-versions.ts';
import { isDatabaseError, toDatabaseError } from './database-error.ts';
import type { CacheVersionTable, Db, Schema } from './schema.ts';

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
  publish: (changes: CacheVersionTable[]) => void;
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
  { db, publish }: TransactionServices,
  { invalidates }: TransactionOptions,
  work: Work<T>,
): Promise<T> {
  const { result, changes } = await runWithRetries(db, async (tx) => ({
    result: await work(tx),
    // Last: until the commit other changes wait for these rows.
    changes: await incrementCacheVersions(tx, invalidates),
  }));
  publish(changes);
  return result;
}
