import type { Services } from '#lib/server/platform/context.ts';
import type { ServerState } from '#lib/server/platform/health/server-state.ts';
import { deleteProbes, freeBytes, isWritable } from '#lib/server/platform/storage/disk-space.ts';

import { runEvery, type StopFn } from './run-job.ts';

const CHECK_MS = 10_000;
const HOUR_MS = 3_600_000;
const LOW_BYTES = 500 * 1024 * 1024;

/**
 * Checks whether the data directory can be written.
 * @param lowBytes with less than this free, it warns
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
 * Deletes at the start what a killed check has left. Checks the disk every 10 seconds, and warns once an hour while it is nearly full.
 * @returns a function that stops the checks
 */
export function startDiskCheck(services: Services, state: ServerState): StopFn {
  let quietUntil = 0;
  // A disk that is read-only keeps them.
  void deleteProbes(services.config.dataDir).catch(() => {});
  const check = async () => {
    const now = services.steadyNow();
    const hasWarned = await checkDisk(services, state, now < quietUntil ? 0 : undefined);
    if (hasWarned) quietUntil = now + HOUR_MS;
  };
  return runEvery(services.metrics.watchJob('disk_check', check), CHECK_MS, (error) =>
    services.log.error({ event: 'disk_check_failed', error }),
  );
}
