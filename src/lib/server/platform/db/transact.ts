import { setTimeout as delay } from 'node:timers/promises';

import { type OperandValueExpressionOrList, SqliteAdapter, type Transaction } from 'kysely';

import type { PageTag } from '#lib/server/platform/cache/page-policy.ts';

import { isDatabaseError, toDatabaseError } from './database-error.ts';
import { listParameters, type ListParameters, precompiled } from './precompiled.ts';
import type { CacheVersionTable, Db, Executor, Schema } from './schema.ts';

// A change locks its row until it is committed. Concurrent changes rarely meet in one of several.
const ROWS_PER_TAG = 8;

const randomRow = (tag: PageTag): CacheVersionTable['tag'] =>
  `${tag}/${Math.floor(Math.random() * ROWS_PER_TAG)}`;

/** @returns the tag that a row of `cache_versions` belongs to */
export const tagOf = ({ tag }: CacheVersionTable): PageTag => tag.split('/', 1)[0] as PageTag;

/** Lists the versions of all tags. */
export const listCacheVersions = (db: Executor): Promise<CacheVersionTable[]> =>
  db.selectFrom('cache_versions').select(['tag', 'version']).execute();

/** Increments a version of each tag. @returns the new versions */
export async function incrementCacheVersions(
  db: Executor,
  tags: PageTag[],
): Promise<CacheVersionTable[]> {
  if (tags.length === 0) return [];
  return incremented(db, tags.map(randomRow), tags.length);
}

const incremented = precompiled((db, rows: ListParameters, count: number) =>
  db
    .insertInto('cache_versions')
    .values(
      listParameters(rows, count).map((tag) => ({
        tag: tag as CacheVersionTable['tag'],
        version: 1,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('tag')
        .doUpdateSet((eb) => ({ version: eb('cache_versions.version', '+', 1) })),
    )
    .returning(['tag', 'version']),
);

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

const KEYS = {
  members: 'id',
  posts: 'id',
  listings: 'post_id',
  machines: 'post_id',
  appointments: 'id',
  broadcasts: 'id',
  resources: 'id',
  resource_drafts: 'id',
  sms_gateway: 'name',
  import_batches: 'id',
  trips: 'id',
} as const;

/** Whether one transaction at a time writes: what it reads, no other changes. */
const hasOneWriter = (db: Executor): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/**
 * Locks rows against changes until the transaction ends. The next statement sees what others committed before the lock;
 * a statement that waits for a row itself would read everything else as of before it waited. SQLite runs one write
 * transaction at a time and needs no locks.
 * @param ids locked in order, so that transactions do not deadlock
 */
export async function lockRows(
  db: Executor,
  table: keyof typeof KEYS,
  ids: OperandValueExpressionOrList<Schema, 'posts', 'id'>,
): Promise<void> {
  if (hasOneWriter(db)) return;
  if (table === 'members' && Array.isArray(ids)) {
    await lockedMembers(db, ids as string[], ids.length);
    return;
  }
  // Typed as one of the tables: all have an id as their key.
  const key = KEYS[table] as 'id';
  await db
    .selectFrom(table as 'posts')
    .where(key, 'in', ids)
    .orderBy(key)
    .select(key)
    .forNoKeyUpdate()
    .execute();
}

// Nearly each transaction locks its viewer.
const lockedMembers = precompiled((db, ids: ListParameters, count: number) =>
  db
    .selectFrom('members')
    .where('id', 'in', listParameters(ids, count))
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate(),
);

/** Locks members who may be deleted, also against new rows that name them. */
export async function lockForDeletion(db: Executor, memberIds: string[]): Promise<void> {
  if (memberIds.length === 0 || hasOneWriter(db)) return;
  await db
    .selectFrom('members')
    .where('id', 'in', memberIds)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute();
}
