import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Services } from '#lib/server/platform/context.ts';
import { type CheckName, findDamage } from '#lib/server/platform/db/find-damage.ts';
import type { ServerState } from '#lib/server/platform/health/server-state.ts';

import { runEvery, type StopFn } from './run-job.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
// Its time is that of the last whole check.
const MARK = 'checked';

/** @returns when the last whole check was, milliseconds since 1970; at first now, as a new site has nothing to check */
async function lastWholeCheck({ config, now }: Services): Promise<number> {
  const mark = join(config.dataDir, MARK);
  const stats = await stat(mark).catch(() => null);
  if (stats) return stats.mtimeMs;
  await writeFile(mark, '');
  return now();
}

async function check(services: Services, { problems }: ServerState, name: CheckName) {
  const { config, log } = services;
  const damage = await findDamage(config.databaseUrl, name);
  if (!damage) return;
  problems.set('database', 'database_damaged');
  const remedy = 'Stop the server, and restore a backup with `npm run operator -- restore`.';
  log.error({ event: 'database_damaged', database: config.databaseUrl, damage, remedy });
}

/** Checks the database: quickly at the start, and wholly once a week. */
async function checkWhenDue(services: Services, state: ServerState, isStart: boolean) {
  const { config, now } = services;
  // Also when the clock was ahead at the last one.
  const isDue = Math.abs(now() - (await lastWholeCheck(services))) > WEEK_MS;
  if (isDue) await check(services, state, 'integrity_check');
  else if (isStart) await check(services, state, 'quick_check');
  if (isDue) await writeFile(join(config.dataDir, MARK), '');
}

/**
 * Looks for damage in an SQLite database, at the start and every hour whether the weekly check is due. A damaged one is
 * logged and reported by `/readyz`; the site continues with what can be read.
 * @returns a function that stops the checks
 */
export function startDatabaseCheck(services: Services, state: ServerState): StopFn {
  if (services.dialect !== 'sqlite') return () => Promise.resolve();
  let isStart = true;
  const checkNow = async () => {
    const wasStart = isStart;
    isStart = false;
    await checkWhenDue(services, state, wasStart);
  };
  return runEvery(services.metrics.watchJob('database_check', checkNow), HOUR_MS, (error) =>
    services.log.error({ event: 'database_check_failed', error }),
  );
}
