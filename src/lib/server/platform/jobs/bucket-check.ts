import type { Services } from '#lib/server/platform/context.ts';
import type { ServerState } from '#lib/server/platform/health/server-state.ts';
import { IMAGE_TYPE } from '#lib/server/platform/storage/file-store.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';

import { runEvery, type StopFn } from './run-job.ts';

const CHECK_MS = 60_000;
const PROBE = Buffer.alloc(64 * 1024);

/** Stores and removes a file while the bucket is full. A file that is stored ends the problem. */
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
 * Checks every minute whether a full bucket accepts files again: while `/readyz` reports it as full, a load balancer may
 * send no request that tries. A bucket does not report its free space.
 * @returns a function that stops the checks
 */
export const startBucketCheck = (services: Services, state: ServerState): StopFn =>
  // It is full still, or away.
  runEvery(
    services.metrics.watchJob('bucket_check', () => checkBucket(services, state)),
    CHECK_MS,
    () => {},
  );
