// Counts attempts for the `LIMITS` of all nouns. docs/api/limits.md lists them.
import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  RateLimiterSQLite,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';

import { dataDirError, toMigrationError } from '#lib/server/platform/config/config-error.ts';
import { isDamaged } from '#lib/server/platform/db/database-error.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import { rateLimited } from '#lib/server/platform/errors.ts';

import type { RateLimit } from './define-limits.ts';

/** The table of both stores of rate-limiter-flexible. */
export const TABLE = 'rate_limits';
const createTable = `create table if not exists ${TABLE}
  (key varchar(255) primary key, points integer not null default 0, expire bigint)`;

// The library's keys are `<limit>:<key>`.
const forgetKey = `delete from ${TABLE} where key like`;

const deleteEnded = `delete from ${TABLE} where expire <`;

// For opening the file. Later, a count that meets another process's lock is counted in memory, since waiting blocks
// this process.
const BUSY_TIMEOUT_MS = 1000;

function openFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = off;
      pragma trusted_schema = off;
      pragma journal_size_limit = 8388608;`);
    database.exec(createTable);
    database.exec('pragma busy_timeout = 0');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens the file, or replaces it when damaged: the site must not stop for its counters. */
function openOrRemake(path: string): DatabaseSync {
  try {
    return openFile(path);
  } catch (error) {
    if (!isDamaged(error)) throw dataDirError(path, error);
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return openFile(path);
  }
}

/**
 * Opens the file of SQLite's counters. It is not synced: losing some in a power cut is harmless, and limits never
 * wait for the database's writer.
 * @throws ConfigError when it cannot be opened
 */
function openCounterFile(path: string) {
  const database = openOrRemake(path);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => prepared.getOrInsertComputed(sql, () => database.prepare(sql));
  // The library calls only this part of better-sqlite3; its upsert is atomic without a transaction.
  const client = { prepare, transaction: <T>(work: () => T) => work };
  return { client, close: () => database.close() };
}

/** Called with the name of a limit when it rejects an attempt. */
type OnHit = (limit: string) => void;

/** Called after an attempt with the points left of a limit, and the seconds until it is reset. */
type Report = (limit: RateLimit, key: string, left: number, reset: number) => void;

const secondsUntil = ({ msBeforeNext }: RateLimiterRes) =>
  Math.max(1, Math.ceil(msBeforeNext / 1000));

/**
 * @param left the attempts left
 * @param reset the seconds until the limit is reset
 * @returns the header fields for it
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)
 */
export const rateLimitHeaders = (
  { name, points, seconds }: Pick<RateLimit, 'name' | 'points' | 'seconds'>,
  left: number,
  reset: number,
): Record<string, string> => ({
  'ratelimit-policy': `"${name}";q=${points};w=${seconds}`,
  ratelimit: `"${name}";r=${left};t=${reset}`,
});

/** The storage of counters. */
interface CounterStore {
  open: (limit: RateLimit) => RateLimiterStoreAbstract;
  /** deletes all counters of a key, for all limits */
  forget: (key: string) => Promise<void>;
  /** deletes the counters that expired before a time, milliseconds since 1970 */
  deleteExpired: (before: number) => Promise<void>;
  close: () => void;
}

/** Counts attempts, across all servers that share a database. */
export class RateLimits {
  readonly #limiters: Map<string, RateLimiterStoreAbstract>;
  readonly #store: CounterStore;
  readonly #onHit: OnHit;
  readonly #report: Report | undefined;
  readonly close: () => void;

  constructor(
    store: CounterStore,
    onHit: OnHit,
    limiters = new Map<string, RateLimiterStoreAbstract>(),
    report?: Report,
  ) {
    this.#store = store;
    this.#limiters = limiters;
    this.#onHit = onHit;
    this.#report = report;
    this.close = store.close;
  }

  /** @returns the same counters, but with calls of `report` */
  reporting(report: Report): RateLimits {
    return new RateLimits(this.#store, this.#onHit, this.#limiters, report);
  }

  #reject(limit: RateLimit, seconds: number): never {
    this.#onHit(limit.name);
    throw rateLimited(seconds);
  }

  #limiter(limit: RateLimit): RateLimiterStoreAbstract {
    return this.#limiters.getOrInsertComputed(limit.name, () => this.#store.open(limit));
  }

  /** Restarts a count that a wrong clock began in the future, as its end shows. */
  async #drawBack(limit: RateLimit, key: string, counted: RateLimiterRes): Promise<RateLimiterRes> {
    if (counted.msBeforeNext <= limit.seconds * 1000) return counted;
    await this.#limiter(limit).set(key, counted.consumedPoints, limit.seconds);
    return new RateLimiterRes(
      counted.remainingPoints,
      limit.seconds * 1000,
      counted.consumedPoints,
      counted.isFirstInDuration,
    );
  }

  /**
   * @param key an IP or an id
   * @param points the cost of the attempt
   * @throws AppError rate_limited
   */
  async consume(limit: RateLimit, key: string, points = 1): Promise<void> {
    try {
      const counted = await this.#limiter(limit).consume(key, points);
      const left = await this.#drawBack(limit, key, counted);
      this.#report?.(limit, key, left.remainingPoints, secondsUntil(left));
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      const seconds = secondsUntil(await this.#drawBack(limit, key, reason));
      this.#report?.(limit, key, reason.remainingPoints, seconds);
      this.#reject(limit, seconds);
    }
  }

  /**
   * Reads a limit without counting.
   * @returns the seconds until the next attempt is possible; 0 if now
   */
  async retryAfter(limit: RateLimit, key: string): Promise<number> {
    const counted = await this.#limiter(limit).get(key);
    if (!counted || counted.consumedPoints < limit.points) return 0;
    return secondsUntil(await this.#drawBack(limit, key, counted));
  }

  /**
   * Checks a limit without counting.
   * @throws AppError rate_limited when no attempt is left
   */
  async requireLeft(limit: RateLimit, key: string): Promise<void> {
    const seconds = await this.retryAfter(limit, key);
    if (seconds > 0) this.#reject(limit, seconds);
  }

  async refund(limit: RateLimit, key: string): Promise<void> {
    await this.#limiter(limit).reward(key);
  }

  async reset(limit: RateLimit, key: string): Promise<void> {
    await this.#limiter(limit).delete(key);
  }

  /** Deletes all counters of an erased member. @param key the member's id */
  async forget(key: string): Promise<void> {
    await this.#store.forget(key);
  }

  /** Deletes expired counters. @param now milliseconds since 1970 */
  async deleteExpired(now: number): Promise<void> {
    await this.#store.deleteExpired(now);
  }
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const ALREADY_EXISTS = new Set(['23505', '42P07']);

/** CREATE TABLE IF NOT EXISTS can race on Postgres. */
function ignoreAlreadyExists(error: unknown): void {
  if (!ALREADY_EXISTS.has((error as { code?: string }).code ?? '')) throw toMigrationError(error);
}

/**
 * Opens the counters: in PostgreSQL, or in a file beside SQLite.
 * @param path of this file
 * @param onHit called with the name of a limit that rejects an attempt
 */
export async function openRateLimits(
  { pool }: Database,
  path: string,
  onHit: OnHit = () => {},
): Promise<RateLimits> {
  const sqlite = pool ? null : openCounterFile(path);
  await pool?.query(createTable).catch(ignoreAlreadyExists);
  const open = ({ name, points, seconds: duration }: RateLimit) => {
    const common = {
      points,
      duration,
      keyPrefix: name,
      tableName: TABLE,
      tableCreated: true,
      // The cleanup does it: a server with a wrong clock would delete the counters of all.
      clearExpiredByTimeout: false,
    };
    return pool
      ? new RateLimiterPostgres({ ...common, storeClient: pool })
      : new RateLimiterSQLite({
          ...common,
          storeClient: sqlite?.client,
          storeType: 'better-sqlite3',
          // Counts in memory while the disk is full, so that reads and searches continue.
          insuranceLimiter: new RateLimiterMemory({ points, duration, keyPrefix: name }),
        });
  };
  const forget = async (key: string) => {
    if (pool) await pool.query(`${forgetKey} $1`, [`%:${key}`]);
    else sqlite?.client.prepare(`${forgetKey} ?`).run(`%:${key}`);
  };
  const deleteExpired = async (before: number) => {
    if (pool) await pool.query(`${deleteEnded} $1`, [before]);
    else sqlite?.client.prepare(`${deleteEnded} ?`).run(before);
  };
  return new RateLimits({ open, forget, deleteExpired, close: () => sqlite?.close() }, onHit);
}
