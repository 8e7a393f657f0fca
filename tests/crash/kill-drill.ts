// The common part of drills that kill the server with SIGKILL repeatedly.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { freePort } from '#tests/support/server/port.ts';
import {
  type Cluster,
  findPostgres,
  startCluster,
} from '#tests/support/server/postgres-cluster.ts';
import {
  databaseAddress,
  killServer,
  type ServerInstance,
  startServer,
} from '#tests/support/server/server-process.ts';

import { type Drill, runDrill } from './drill.ts';

const SHORTEST_MS = 50;
const LONGEST_MS = 450;
// A slow machine has as much time as it needs for the first result.
const PATIENCE_MS = 60_000;

/** Kills that hit work in progress. */
export const KILLS = 'kills amid work';

/** The parameters of a drill with kills. */
export interface KillDrill {
  drill: Drill;
  /** the number of kills */
  rounds: number;
  /** the number of servers at a time */
  servers: number;
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

/** Connects the work of a round with its kill. */
export interface WorkUntilKilled {
  /** whether no new work should start, as connections are cut */
  isOver: () => boolean;
  /** reports an acknowledged change, so that the kill hits work in progress */
  onDone: () => void;
}

/** Work that continues until the server is killed. */
interface Work {
  /** runs first, once the server has started */
  prepare?: () => Promise<void>;
  run: (until: WorkUntilKilled) => Promise<void>;
  /** the longest time from the first result until the server is killed */
  longestMs?: number;
}

/**
 * Kills a server at a random moment of its work, after a first result.
 * @throws what the work throws, also before the kill
 */
export async function workUntilKill(
  kill: () => Promise<void>,
  { run, longestMs = LONGEST_MS }: Omit<Work, 'prepare'>,
): Promise<void> {
  let isOver = false;
  const begun = Promise.withResolvers<void>();
  const onDone = () => begun.resolve();
  const working = run({ isOver: () => isOver, onDone }).finally(onDone);
  const killing = async () => {
    await pause(SHORTEST_MS + Math.random() * (longestMs - SHORTEST_MS));
    await Promise.race([begun.promise, pause(PATIENCE_MS, undefined, { ref: false })]);
    isOver = true;
    await kill();
  };
  await Promise.all([working, killing()]);
}

/** Starts the server, and kills it during some work. @throws what the work throws */
export async function killDuring(
  instance: ServerInstance,
  { prepare, ...work }: Work,
): Promise<void> {
  const server = await startServer(instance);
  try {
    await prepare?.();
    await workUntilKill(() => killServer(server), work);
  } finally {
    await killServer(server);
  }
}

/** Runs a drill with `--rounds` and `--database`, and `--servers` if it can have several. */
export const runKillDrill = (killRepeatedly: (of: KillDrill) => Promise<void>): Promise<void> =>
  runDrill(async (drill) => {
    const { values } = parseArgs({
      options: {
        rounds: { type: 'string', default: '200' },
        database: { type: 'string', default: 'sqlite' },
        servers: { type: 'string', default: '1' },
      },
    });
    const rounds = Number(values.rounds);
    drill.expectAtLeast(rounds, KILLS);
    const dataDir = await mkdtemp(join(tmpdir(), 'glean-kills-'));
    drill.cleanUp(() => rm(dataDir, { recursive: true, maxRetries: 5 }));
    const cluster = await startPostgres(values.database);
    drill.cleanUp(() => cluster?.stop());
    const instance = { dataDir, databaseUrl: cluster?.url ?? '', port: await freePort() };
    const database = openDatabase(databaseAddress(instance));
    drill.cleanUp(() => database.close());
    await migrate(database);
    const servers = Number(values.servers);
    await killRepeatedly({ drill, rounds, servers, instance, database });
  });
