// Kills the migration of a database to the next version with SIGKILL at random moments, and migrates it again: it must
// then have the same rows and indexes as a database whose migration was not killed.
//   node tests/crash/migration-kills.ts [--rounds 10] [--database sqlite|postgres]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';

import { type Drill, runDrill } from './drill.ts';
import { KILLS } from './kill-drill.ts';
import { lookAtTables, type Tables } from './look-at-tables.ts';
import {
  type Databases,
  openPostgresDatabases,
  openSqliteDatabases,
  type Size,
} from './many-notifications.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const rounds = Number(values.rounds);
const COMMAND = resolve(import.meta.dirname, '../support/site/migrate-database.ts');
const SIZE: Size = { members: 300, each: 200 };
// A kill that comes too late has no effect, and is repeated.
const TRIES = 5;

/** Migrates a database. @param killAfterMs the time from its start @returns its duration, and whether it was killed */
async function runMigration(url: string, killAfterMs?: number) {
  const migration = spawn(process.execPath, [COMMAND, url, 'later'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(migration, 'exit') as Promise<[number | null, string | null]>;
  await Promise.race([once(migration.stdout, 'data'), ended]);
  const started = performance.now();
  if (killAfterMs !== undefined) {
    await Promise.race([ended, pause(killAfterMs)]);
    migration.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  if (code !== 0 && signal !== 'SIGKILL')
    throw new Error(`The migration ended with ${code ?? signal}.`);
  return { took: performance.now() - started, isKilled: signal === 'SIGKILL' };
}

async function look(url: string): Promise<Tables> {
  const database = openDatabase(url, { isCommand: true });
  try {
    return await lookAtTables(database);
  } finally {
    await database.close();
  }
}

interface Measured {
  before: string;
  after: string;
  took: number;
}

/** Migrates a database without a kill. */
async function measure(drill: Drill, databases: Databases): Promise<Measured> {
  const url = await databases.create('measured');
  const before = await look(url);
  const { took } = await runMigration(url);
  const after = await look(url);
  for (const [table, count] of before.counts)
    if (after.counts.get(table) !== count) drill.fail(`Rows of ${table} are lost, or new.`);
  drill.count('notifications copied', after.counts.get('later_notifications'));
  await databases.remove(url);
  console.log(`It takes ${Math.round(took)} ms.`);
  return { before: before.text, after: after.text, took };
}

/**
 * Kills a migration once, and migrates again.
 * @returns whether it was in progress, and the duration of a whole one, if one of the two was
 */
async function killOnce(
  drill: Drill,
  databases: Databases,
  { before, after }: Measured,
  afterMs: number,
) {
  const url = await databases.create('killed');
  const first = await runMigration(url, afterMs);
  const { text: state } = await look(url);
  const name = state === before ? 'as before' : state === after ? 'migrated' : 'half migrated';
  if (first.isKilled) drill.count(name);
  if (name === 'half migrated') drill.fail(`Half migrated:\n${state}`);
  const second = await runMigration(url);
  const { text: last } = await look(url);
  if (last !== after) drill.fail(`After the next run:\n${last}`);
  await databases.remove(url);
  const whole = name === 'as before' ? second.took : first.isKilled ? undefined : first.took;
  return { isHit: first.isKilled, took: whole };
}

async function killRepeatedly(drill: Drill, databases: Databases, measured: Measured) {
  let { took } = measured;
  for (let nth = 0; nth < rounds; nth += 1)
    for (let tried = 0; tried < TRIES; tried += 1) {
      const moment = (nth + Math.random()) / rounds;
      const killed = await killOnce(drill, databases, measured, took * moment);
      // Other work on the machine changes the duration.
      took = killed.took ?? took;
      drill.count(killed.isHit ? KILLS : 'kills too late');
      if (killed.isHit) break;
    }
}

await runDrill(async (drill) => {
  drill.expectAtLeast(rounds, KILLS);
  drill.expectAtLeast(rounds / 2, 'as before');
  drill.expectAtLeast(SIZE.members * SIZE.each, 'notifications copied');
  const root = await mkdtemp(join(tmpdir(), 'glean-migration-'));
  drill.cleanUp(() => rm(root, { recursive: true }));
  const open = values.database === 'postgres' ? openPostgresDatabases : openSqliteDatabases;
  const databases = await open(root, SIZE);
  drill.cleanUp(() => databases.close());
  await killRepeatedly(drill, databases, await measure(drill, databases));
});
