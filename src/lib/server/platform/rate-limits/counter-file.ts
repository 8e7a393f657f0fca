import { rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { dataDirError } from '#lib/server/platform/config.ts';
import { isDamaged } from '#lib/server/platform/db/database-error.ts';

/** The table of both stores of rate-limiter-flexible. */
export const TABLE = 'rate_limits';
export const createTable = `create table if not exists ${TABLE}
  (key varchar(255) primary key, points integer not null default 0, expire bigint)`;

// The library's keys are `<limit>:<key>`.
export const forgetKey = `delete from ${TABLE} where key like`;

export const deleteEnded = `delete from ${TABLE} where expire <`;

// For opening it. Later a count that meets another process's is counted in memory, since waiting blocks this process.
const BUSY_TIMEOUT_MS = 1000;

function open(path: string): DatabaseSync {
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

/** Opens the file, or makes a new one in the place of one that is damaged: counts are not worth a site. */
function openOrRemake(path: string): DatabaseSync {
  try {
    return open(path);
  } catch (error) {
    if (!isDamaged(error)) throw dataDirError(path, error);
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    return open(path);
  }
}

/**
 * Opens the file of SQLite's counters. It is not synced: losing some in a power cut is harmless, and a limit never
 * waits for the database's writer.
 * @throws ConfigError when it cannot be opened
 */
export function openCounterFile(path: string) {
  const database = openOrRemake(path);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => prepared.getOrInsertComputed(sql, () => database.prepare(sql));
  // The library calls only this part of better-sqlite3; its upsert is atomic without a transaction.
  const client = { prepare, transaction: <T>(work: () => T) => work };
  return { client, close: () => database.close() };
}
