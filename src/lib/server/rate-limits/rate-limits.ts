import { DatabaseSync, type StatementSync } from 'node:sqlite';

import {
  RateLimiterPostgres,
  RateLimiterRes,
  RateLimiterSQLite,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible';

import { RESET_CODE } from '#lib/contract/password-reset.ts';
import { toMigrationError } from '#lib/server/config.ts';
import type { Database } from '#lib/server/db/open-database.ts';
import { rateLimited } from '#lib/server/errors.ts';

/** How often what may be done: `points` times in `seconds`. The README documents these numbers. */
const LIMITS = {
  /** wrong passwords from one address */
  signInIp: { points: 30, seconds: 900 },
  /** wrong passwords for one account, from browsers it is not known to */
  signInAccount: { points: 10, seconds: 900 },
  /** wrong passwords for one account from one browser it is known to */
  signInDevice: { points: 10, seconds: 900 },
  /** right passwords of one account: each costs a hash and a session */
  signInSuccess: { points: 300, seconds: 900 },
  /** codes asked for from one address: many phones share one */
  resetIp: { points: 30, seconds: 3600 },
  /** codes for one account, asked for from one network by browsers it is not known to */
  resetNetwork: { points: 10, seconds: 86_400 },
  /** the same from all networks together: with `CODE.tries` each, 300 guesses a day at one in 100,000,000 */
  resetAccount: { points: 60, seconds: 86_400 },
  /** codes for one account, asked for by all browsers it is known to */
  resetDevice: { points: 5, seconds: 3600 },
  /** codes for one account from one place: the resend button waits as long */
  resetResend: { points: 1, seconds: RESET_CODE.resendSeconds },
  /** wrong codes for one account from one place, whatever codes it gets meanwhile */
  resetCode: { points: RESET_CODE.tries, seconds: 3600 },
  /** times a member changes the password, or fails to: each costs a hash, a right one two and a letter */
  changePassword: { points: 10, seconds: 900 },
  /** new pictures of one member */
  changeAvatar: { points: 20, seconds: 600 },
  /** posts of one member */
  createPost: { points: 20, seconds: 600 },
  /** changes one member makes to posts, name and phone number */
  edit: { points: 60, seconds: 600 },
  /** comments of one member */
  comment: { points: 60, seconds: 600 },
  /** likes and unlikes of one member */
  like: { points: 600, seconds: 600 },
  /** follows and unfollows of one member */
  follow: { points: 300, seconds: 600 },
  /** reports of one member */
  report: { points: 20, seconds: 3600 },
  /** pages of results one member, or the guests of one address, ask for */
  search: { points: 300, seconds: 60 },
} as const;

export type LimitName = keyof typeof LIMITS;

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
  readonly #limiters: Record<LimitName, RateLimiterStoreAbstract>;
  readonly close: () => void;

  constructor(limiters: Record<LimitName, RateLimiterStoreAbstract>, close: () => void) {
    this.#limiters = limiters;
    this.close = close;
  }

  /**
   * Counts one try.
   * @param key whose: an address, an id
   * @throws rate_limited when there were too many
   */
  async consume(name: LimitName, key: string): Promise<void> {
    try {
      await this.#limiters[name].consume(key);
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      throw rateLimited(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)));
    }
  }

  /** @returns the seconds until a try is possible, 0 when it is now; counts nothing */
  async retryAfter(name: LimitName, key: string): Promise<number> {
    const counted = await this.#limiters[name].get(key);
    if (!counted || counted.consumedPoints < LIMITS[name].points) return 0;
    return Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
  }

  /** Takes one try back: it was rightful. */
  async refund(name: LimitName, key: string): Promise<void> {
    await this.#limiters[name].reward(key);
  }

  /** Forgets all tries of a key. */
  async reset(name: LimitName, key: string): Promise<void> {
    await this.#limiters[name].delete(key);
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
  const open = (name: LimitName) => {
    const { points, seconds: duration } = LIMITS[name];
    const common = { points, duration, keyPrefix: name, tableName: TABLE, tableCreated: true };
    return pool
      ? new RateLimiterPostgres({ ...common, storeClient: pool })
      : new RateLimiterSQLite({
          ...common,
          storeClient: sqlite?.client,
          storeType: 'better-sqlite3',
        });
  };
  const names = Object.keys(LIMITS) as LimitName[];
  const limiters = Object.fromEntries(names.map((name) => [name, open(name)]));
  return new RateLimits(limiters as Record<LimitName, RateLimiterStoreAbstract>, () =>
    sqlite?.close(),
  );
}
