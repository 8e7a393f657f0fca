// What the drills share that kill the server with SIGKILL again and again.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { migrate } from '#lib/server/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/db/open-database.ts';
import { freePort } from '#tests/support/port.ts';
import { type Cluster, findPostgres, startCluster } from '#tests/support/postgres-cluster.ts';
import {
  databaseAddress,
  killServer,
  type ServerInstance,
  startServer,
} from '#tests/support/server-process.ts';

const SHORTEST_MS = 50;
const LONGEST_MS = 450;

/** What a drill works on. */
export interface KillDrill {
  /** how often to kill */
  rounds: number;
  instance: ServerInstance;
  /** migrated */
  database: Database;
}

/** @returns a temporary Postgres, or null for SQLite */
async function startPostgres(database: string): Promise<Cluster | null> {
  if (database !== 'postgres') return null;
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  return startCluster(bin);
}

/** What goes on until the server is killed. */
interface Work {
  /** runs before, when the server has started */
  prepare?: () => Promise<void>;
  /** begins nothing new once `isOver()` */
  run: (isOver: () => boolean) => Promise<void>;
  /** when the server is killed at the latest */
  longestMs?: number;
}

/** Starts the server, and kills it at a random moment of some work. */
export async function killDuring(
  instance: ServerInstance,
  { prepare, run, longestMs = LONGEST_MS }: Work,
): Promise<void> {
  const server = await startServer(instance);
  await prepare?.();
  let over = false;
  const working = run(() => over);
  await pause(SHORTEST_MS + Math.random() * (longestMs - SHORTEST_MS));
  over = true;
  await killServer(server);
  await working;
}

/**
 * Runs a drill with `--rounds` and `--database`, and prints what failed.
 * @param killRepeatedly returns the failures
 */
export async function runKillDrill(
  killRepeatedly: (drill: KillDrill) => Promise<string[]>,
): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '200' },
      database: { type: 'string', default: 'sqlite' },
    },
  });
  const rounds = Number(values.rounds);
  const cluster = await startPostgres(values.database);
  const dataDir = await mkdtemp(join(tmpdir(), 'glean-kills-'));
  const instance = { dataDir, databaseUrl: cluster?.url ?? '', port: await freePort() };
  const database = openDatabase(databaseAddress(instance));
  try {
    await migrate(database);
    const failures = await killRepeatedly({ rounds, instance, database });
    for (const failure of failures) console.log(failure);
    console.log(`${values.database}: ${rounds} kills, ${failures.length} failures`);
    process.exitCode = failures.length > 0 ? 1 : 0;
  } finally {
    await database.close();
    await cluster?.stop();
    await rm(dataDir, { recursive: true });
  }
}
