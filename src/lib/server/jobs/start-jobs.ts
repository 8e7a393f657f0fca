import type { CacheInvalidation } from '#lib/server/cache/cache-invalidation.ts';
import { startInvalidationPoller } from '#lib/server/cache/invalidation-poller.ts';
import type { Services } from '#lib/server/context.ts';
import { startEmailWorker } from '#lib/server/email/email-worker.ts';
import type { ServerState } from '#lib/server/health/server-state.ts';

import { startAlertCheck } from './alert-check.ts';
import { startBucketCheck } from './bucket-check.ts';
import { startCleanup } from './cleanup.ts';
import { startDatabaseCheck } from './database-check.ts';
import { startDiskCheck } from './disk-check.ts';
import { startErasures } from './erasures.ts';
import { startExports } from './exports.ts';
import { startListingCheck } from './listing-check.ts';
import { startNightlyBackup } from './nightly-backup.ts';
import type { StopFn } from './run-every.ts';

interface JobContext {
  services: Services;
  state: ServerState;
  invalidation: CacheInvalidation;
}

/**
 * Starts all that a server does in the background.
 * @returns a function that stops it, and waits for what is under way
 */
export function startJobs({ services, state, invalidation }: JobContext): StopFn {
  const stops = [
    startCleanup(services),
    startDiskCheck(services, state),
    startDatabaseCheck(services, state),
    startListingCheck(services),
    startAlertCheck(services),
    startBucketCheck(services, state),
    startExports(services),
    startErasures(services),
    startNightlyBackup(services),
    startInvalidationPoller(services, state, invalidation),
    startEmailWorker(services),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
