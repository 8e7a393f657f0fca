import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { operatorCommand } from '#lib/server/platform/config/operator-command.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { type CheckName, findDamage } from '#lib/server/platform/db/maintenance.ts';
import type { ServerState } from '#lib/server/platform/health/service.ts';
import { deleteProbes, freeBytes, isWritable } from '#lib/server/platform/storage/disk-space.ts';
import { IMAGE_TYPE } from '#lib/server/platform/storage/file-store.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';

import { runEvery, type StopFn } from './run-job.ts';

const DISK_CHECK_MS = 10_000;
const HOUR_MS = 3_600_000;
const LOW_BYTES = 500 * 1024 * 1024;

/**
 * Checks whether the data directory can be written.
 * @param lowBytes the free space below which it warns
 * @returns whether it warned
 */
export async function checkDisk(
  { config, log }: Services,
  { problems }: ServerState,
  lowBytes = LOW_BYTES,
): Promise<boolean> {
  const { dataDir } = config;
  if (!(await isWritable(dataDir))) {
    if (!problems.has('disk')) log.error({ event: 'storage_full', dataDir });
    problems.set('disk', 'storage_full');
    return false;
  }
  problems.delete('disk');
  const free = await freeBytes(dataDir);
  const isLow = free < lowBytes;
  if (isLow) log.warn({ event: 'storage_low', dataDir, freeMegabytes: Math.floor(free / 2 ** 20) });
  return isLow;
}

/**
 * Deletes leftovers of killed checks at the start. Checks the disk every 10 seconds, and warns once an hour while it
 * is nearly full.
 * @returns a function that stops the checks
 */
export function startDiskCheck(services: Services, state: ServerState): StopFn {
  let quietUntil = 0;
  // On a read-only disk they stay.
  void deleteProbes(services.config.dataDir).catch(() => {});
  const check = async () => {
    const now = services.steadyNow();
    const hasWarned = await checkDisk(services, state, now < quietUntil ? 0 : undefined);
    if (hasWarned) quietUntil = now + HOUR_MS;
  };
  return runEvery(services.metrics.watchJob('disk_check', check), DISK_CHECK_MS, (error) =>
    services.log.error({ event: 'disk_check_failed', error }),
  );
}

const BUCKET_CHECK_MS = 60_000;
const PROBE = Buffer.alloc(64 * 1024);

/** Stores and removes a file while the bucket is full. Success ends the problem. */
export async function checkBucket(
  { files }: Pick<Services, 'files'>,
  { problems }: ServerState,
): Promise<void> {
  if (!problems.has('bucket')) return;
  const key = createImageKey(1, 1);
  await files.put(`${key}/1.webp`, PROBE, IMAGE_TYPE);
  await files.remove(key);
}

/**
 * Checks every minute whether a full bucket accepts files again: while `/readyz` reports it as full, a load balancer
 * may not send any requests that would try. Buckets do not report their free space.
 * @returns a function that stops the checks
 */
export const startBucketCheck = (services: Services, state: ServerState): StopFn =>
  // It is still full, or unreachable.
  runEvery(
    services.metrics.watchJob('bucket_check', () => checkBucket(services, state)),
    BUCKET_CHECK_MS,
    () => {},
  );

const WEEK_MS = 7 * 24 * HOUR_MS;
// The modification time of this file is that of the last full check.
const MARK = 'checked';

/** @returns the time of the last full check, milliseconds since 1970; now for a new site, which has nothing to check */
async function lastWholeCheck({ config, now }: Services): Promise<number> {
  const mark = join(config.dataDir, MARK);
  const stats = await stat(mark).catch(() => null);
  if (stats) return stats.mtimeMs;
  await writeFile(mark, '');
  return now();
}

async function checkFiles(services: Services, { problems }: ServerState, name: CheckName) {
  const { config, log } = services;
  const damage = await findDamage(config.databaseUrl, name);
  if (!damage) return;
  problems.set('database', 'database_damaged');
  const remedy = `Stop the server, and restore a backup with \`${operatorCommand} restore\`.`;
  log.error({ event: 'database_damaged', database: config.databaseUrl, damage, remedy });
}

/** Checks the database: quickly at the start, and fully once a week. */
async function checkWhenDue(services: Services, state: ServerState, isStart: boolean) {
  const { config, now } = services;
  // Also when a wrong clock dated the last check in the future.
  const isDue = Math.abs(now() - (await lastWholeCheck(services))) > WEEK_MS;
  if (isDue) await checkFiles(services, state, 'integrity_check');
  else if (isStart) await checkFiles(services, state, 'quick_check');
  if (isDue) await writeFile(join(config.dataDir, MARK), '');
}

/**
 * Checks an SQLite database for damage at the start, and hourly whether the weekly check is due. Damage is
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
