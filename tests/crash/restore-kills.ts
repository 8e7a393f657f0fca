// Kills the operator's `restore` of the committed backup with SIGKILL at random moments, on SQLite beside the log of a
// killed server, and checks that the site is complete with its images: either the site before, or that of the backup in
// the present schema, without the member who was erased since.
//   node tests/crash/restore-kills.ts [--rounds 20] [--database sqlite|postgres]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import type { ServerInstance } from '#tests/support/server/server-process.ts';

import { type Drill, runDrill } from './drill.ts';
import { lookAtSite } from './look-at-site.ts';
import { openPostgresSites, openSqliteSites, type RestoredSites } from './restored-sites.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const rounds = Number(values.rounds);
const COMMAND = resolve(import.meta.dirname, '../../scripts/operator.ts');
// The part of a restore's time in which the command only starts.
const EARLIEST = 0.3;
const LATEST = 1.1;

/** Starts the restore of a site's backup. */
function startRestore({ dataDir, databaseUrl }: ServerInstance, backup: string) {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://x',
    ...PRODUCTION,
  };
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  return spawn(process.execPath, [COMMAND, 'restore', backup], { env, stdio: [...stdio] });
}

/** @returns the duration of a whole restore, in milliseconds */
async function measure(sites: RestoredSites): Promise<number> {
  const site = await sites.create('measured');
  const started = performance.now();
  const restore = startRestore(site, sites.backup);
  const [errors] = await Promise.all([text(restore.stderr), once(restore, 'exit')]);
  const took = performance.now() - started;
  const result = await lookAtSite(site);
  if (result !== 'restored') throw new Error(`Without a kill it is ${result}: ${errors}`);
  await sites.remove(site);
  return took;
}

async function killRestore(site: ServerInstance, backup: string, afterMs: number): Promise<void> {
  const restore = startRestore(site, backup);
  const ended = once(restore, 'exit');
  await Promise.race([ended, pause(afterMs)]);
  restore.kill('SIGKILL');
  await ended;
}

/** Spreads the kills over the time of a restore, so that some come before the new site is in place, and some after. */
const momentOf = (nth: number, took: number): number =>
  took * (EARLIEST + ((nth + Math.random()) / rounds) * (LATEST - EARLIEST));

async function killRepeatedly(drill: Drill, sites: RestoredSites): Promise<void> {
  const took = await measure(sites);
  for (let nth = 0; nth < rounds; nth += 1) {
    const site = await sites.create(`round-${nth}`);
    await killRestore(site, sites.backup, momentOf(nth, took));
    const result = await lookAtSite(site);
    drill.count(result);
    if (result !== 'restored' && result !== 'as before') drill.fail(result);
    await sites.remove(site);
  }
}

await runDrill(async (drill) => {
  drill.expectAtLeast(1, 'as before');
  drill.expectAtLeast(1, 'restored');
  const root = await mkdtemp(join(tmpdir(), 'glean-restore-'));
  drill.cleanUp(() => rm(root, { recursive: true }));
  const open = values.database === 'postgres' ? openPostgresSites : openSqliteSites;
  const sites = await open(root);
  drill.cleanUp(() => sites.close());
  await killRepeatedly(drill, sites);
});
