import { DatabaseSync, type StatementSync } from 'node:sqlite';

import {
  RateLimiterPostgres,
  RateLimiterRes,
  RateLimiterSQLite,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';

import { toMigrationError } from '#lib/server/config.ts';
import type { Database } from '#lib/server/db/open-database.ts';
import { rateLimited } from '#lib/server/errors.ts';

import type { RateLimit } from './define-limits.ts';

// The table both stores of the library use.
const TABLE = 'rate_limits';
const COLUMNS = 'key varchar(255) primary key, points integer not null default 0, expire bigint';

/**
 * SQLite's counters live in a file of their own that is not flushed: losing some in a power cut is harmless, and
 * a limit never waits for the community's writer.
 */
function sqliteClient(path: string) {
  const database = new DatabaseSync(path, { timeout: 1000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma trusted_schema = off');
  database.exec(`create table if not exists ${TABLE} (${COLUMNS})`);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => prepared.getOrInsertComputed(sql, () => database.prepare(sql));
  // The part of better-sqlite3 the library calls; its one upsert is atomic without a transaction around it.
  const client = { prepare, transaction: <T>(work: () => T) => work };
  return { client, close: () => database.close() };
}

/** Counts what is done too often, over all servers that share a database. */
export class RateLimits {
  readonly #limiters = new Map<string, RateLimiterStoreAbstract>();
  readonly #open: (limit: RateLimit) => RateLimiterStoreAbstract;
  readonly close: () => void;

  constructor(open: (limit: RateLimit) => RateLimiterStoreAbstract, close: () => void) {
    this.#open = open;
    this.close = close;
  }

  #limiter(limit: RateLimit): RateLimiterStoreAbstract {
    return this.#limiters.getOrInsertComputed(limit.name, () => this.#open(limit));
  }

  /**
   * Counts one try.
   * @param key whose: an address, an id
   * @throws rate_limited when there were too many
   */
  async consume(limit: RateLimit, key: string): Promise<void> {
    try {
      await this.#limiter(limit).consume(key);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      throw rateLimited(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
    }
  }

  /** @returns the seconds until a try is possible, 0 when it is now; counts nothing */
  async retryAfter(limit: RateLimit, key: string): Promise<number> {
    const counted = await this.#limiter(limit).get(key);
    if (!counted || counted.consumedPoints < limit.points) return 0;
    return Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  }

  /** Takes one try back: it was rightful. */
  async refund(limit: RateLimit, key: string): Promise<void> {
    await this.#limiter(limit).reward(key);
  }

  /** Forgets all tries of a key. */
  async reset(limit: RateLimit, key: string): Promise<void> {
    await this.#limiter(limit).delete(key);
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const ALREADY_EXISTS = new Set(['23505', '42P07']);

/** Of two servers that start at once both may find no table; the slower one is told that it is there now. */
function ignoreAlreadyExists(error: unknown): void {
  if (!ALREADY_EXISTS.has((error as { code?: string }).code ?? '')) throw toMigrationError(error);
}

/**
 * Opens the counters beside a database: in it on PostgreSQL, in a file of their own on SQLite.
 * @param path of that file
 */
export async function openRateLimits({ pool }: Database, path: string): Promise<RateLimits> {
  const sqlite = pool ? null : sqliteClient(path);
  await pool?.query(`create table if not exists ${TABLE} (${COLUMNS})`).catch(ignoreAlreadyExists);
  const open = ({ name, points, seconds: duration }: RateLimit) => {
    const common = { points, duration, keyPrefix: name, tableName: TABLE, tableCreated: true };
    return pool
      ? new RateLimiterPostgres({ ...common, storeClient: pool })
      : new RateLimiterSQLite({
          ...common,
          storeClient: sqlite?.client,
          storeType: 'better-sqlite3',
        });
  };
  return new RateLimits(open, () => sqlite?.close());
}
