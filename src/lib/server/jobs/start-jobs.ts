import type { CacheInvalidation } from '#lib/server/cache/cache-invalidation.ts';
import { startInvalidationPoller } from '#lib/server/cache/invalidation-poller.ts';
import type { Services } from '#lib/server/context.ts';
import { startEmailWorker } from '#lib/server/email/email-worker.ts';
import type { ServerState } from '#lib/server/health/server-state.ts';

import { startBucketCheck } from './bucket-check.ts';
import { startDatabaseCheck } from './database-check.ts';
import { startDiskCheck } from './disk-check.ts';
import { startNightlyBackup } from './nightly-backup.ts';
import { runEvery, type StopFn } from './run-every.ts';
import { runOnOneServer } from './run-on-one-server.ts';
import { SHARED_JOBS } from './shared-jobs.ts';

const CLOCK_CHECK_MS = 60_000;

interface JobContext {
  services: Services;
  state: ServerState;
  invalidation: CacheInvalidation;
}

/** Compares the clock every minute with what the site knows, so that each server says when it is not trusted. */
const startClockCheck = ({ clock, metrics, log }: Services): StopFn =>
  runEvery(
    metrics.watchJob('clock_check', () => clock.check()),
    CLOCK_CHECK_MS,
    (error) => log.error({ event: 'clock_check_failed', error }),
  );

/**
 * Starts all that a server does in the background.
 * @returns a function that stops it, and waits for what is under way
 */
export function startJobs({ services, state, invalidation }: JobContext): StopFn {
  const stops = [
    startClockCheck(services),
    ...SHARED_JOBS.map((job) => runOnOneServer(services, job)),
    startDiskCheck(services, state),
    startDatabaseCheck(services, state),
    startBucketCheck(services, state),
    startNightlyBackup(services),
    startInvalidationPoller(services, state, invalidation),
    startEmailWorker(services),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
