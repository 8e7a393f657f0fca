import { existsSync } from 'node:fs';

import { hasSchema } from '#lib/server/backup/schema-queries.ts';
import { toStagedPath } from '#lib/server/backup/stage-sqlite.ts';
import { STAGED } from '#lib/server/backup/staged-schema.ts';
import { MAX_JUMP_MS } from '#lib/server/clock/clock-guard.ts';
import { findMarks, readDatabaseClock } from '#lib/server/clock/queries.ts';
import { findDamage } from '#lib/server/db/find-damage.ts';
import { listPending } from '#lib/server/db/migrate.ts';
import type { Database } from '#lib/server/db/open-database.ts';
import { countWrongCounters } from '#lib/server/members/counter-queries.ts';

import { type Finding, ok, wrong } from './finding.ts';
import { countUnindexed, findNewestPostTime, readServerVersion } from './queries.ts';

const MAX_CLOCK_DIFFERENCE_MS = 5000;
const HOUR_MS = 3_600_000;

/** Reads a whole SQLite file, or connects to Postgres; and checks the schema. */
export async function checkDatabase(database: Database, url: string): Promise<Finding> {
  const { db, dialect } = database;
  const damage = dialect === 'sqlite' ? await findDamage(url, 'integrity_check') : null;
  if (damage)
    return wrong('database', `damaged (${damage}): stop the server, and run \`restore\`.`);
  const pending = await listPending(database);
  if (!pending) return wrong('database', 'empty: start the server, or run `restore`.');
  const kind = dialect === 'sqlite' ? 'whole' : `PostgreSQL ${await readServerVersion(db)}`;
  const schema =
    pending.length > 0 ? `the next start migrates it (${pending.join(', ')})` : 'schema up to date';
  return ok('database', `${kind}, ${schema}`);
}

/** Looks for what a restore that was killed left beside the database. */
export async function checkRestore({ db, dialect }: Database, url: string): Promise<Finding> {
  const path = toStagedPath(url);
  const isLeft = dialect === 'postgres' ? await hasSchema(db, STAGED) : existsSync(path);
  if (!isLeft) return ok('restore', 'none was broken off');
  const what = dialect === 'postgres' ? `the schema ${STAGED}` : path;
  return wrong('restore', `${what} is left of one that was killed: delete it, if none is running.`);
}

/** Compares counters with the rows that they count. */
export async function checkCounters({ db }: Database): Promise<Finding> {
  const counters = await countWrongCounters(db);
  if (counters.size === 0) return ok('counters', 'all as many as the rows');
  const list = [...counters].map(([name, count]) => `${name} of ${count}`).join(', ');
  return wrong('counters', `wrong (${list}): run \`recount\`.`);
}

export async function checkSearch({ db, dialect }: Database): Promise<Finding> {
  const count = await countUnindexed(db, dialect);
  if (count === 0) return ok('search index', 'complete');
  return wrong('search index', `${count} entries are missing or left over: restore a backup.`);
}

/** Compares this machine's clock with the database server's; on SQLite with the newest post. */
async function checkAgainstDatabase({ db, dialect }: Database): Promise<Finding> {
  const isPostgres = dialect === 'postgres';
  const other = isPostgres ? 'the database server’s' : 'the newest post';
  const difference =
    (isPostgres ? await readDatabaseClock(db) : await findNewestPostTime(db)) - Date.now();
  const isWrong = (isPostgres ? Math.abs(difference) : difference) > MAX_CLOCK_DIFFERENCE_MS;
  const seconds = Math.round(Math.abs(difference) / 1000);
  if (isWrong)
    return wrong('clock', `${seconds} s from ${other}: let NTP set it (\`timedatectl\`).`);
  return ok('clock', isPostgres ? `${seconds} s from ${other}` : `after ${other}`);
}

/** Compares this machine's clock with the time that the site knows, and with the database's. */
export async function checkClock(database: Database): Promise<Finding> {
  const pending = await listPending(database);
  // The next start makes the table.
  const marks = pending?.includes('0023-clock-marks') ? null : await findMarks(database.db);
  const hours = marks ? Math.round((Date.now() - marks.erases) / HOUR_MS) : 0;
  if (Math.abs(hours) * HOUR_MS <= MAX_JUMP_MS) return checkAgainstDatabase(database);
  const text = `${Math.abs(hours)} hours ${hours > 0 ? 'after' : 'before'} the time that the site knows, so that nothing is deleted or ended: let NTP set it (\`timedatectl\`). If it is right, as the site was off, let the server run for a day, or run \`confirm-clock\`.`;
  return wrong('clock', text);
}
