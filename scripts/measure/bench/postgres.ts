import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { readStat } from '#scripts/lib/process-stat.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';

import type { Database } from './database.ts';

/** Starts a Postgres with default settings, and with its data beside SQLite's. */
export function startPostgres(site: string) {
  const folder = findPostgres();
  if (!folder) throw new Error('There is no Postgres on this machine.');
  const parent = join(site, '.cache/bench/postgres');
  mkdirSync(parent, { recursive: true });
  // Like /tmp: Postgres may run as another user, who deletes its folder.
  chmodSync(parent, 0o1777);
  return startCluster(folder, { parent, settings: [] });
}

/** The main process of the database's Postgres server, if it runs on this machine. */
export async function findPostgresProcess(database: Database): Promise<number | undefined> {
  if (database.dialect === 'sqlite') return undefined;
  const [row] = await database.run('select pg_backend_pid() as pid');
  return readStat(Number(row?.['pid']))?.parent;
}
