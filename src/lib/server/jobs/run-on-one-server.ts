import type { Services } from '#lib/server/context.ts';
import type { JobName } from '#lib/server/db/schema.ts';

import { claimJob } from './queries.ts';
import { runEvery, type StopFn } from './run-every.ts';

// How often each server checks whether a job is due.
const CHECKS_PER_INTERVAL = 6;

/** A job that one of the servers of a database runs, once in each interval. */
export interface SharedJob {
  name: JobName;
  intervalMs: number;
  /** may be interrupted at any point, and run again beside a server that was paused in it */
  run: (services: Services) => Promise<void>;
}

/**
 * Runs a job on one server at a time: now if it is due, then periodically. The run of a server that is killed is made up
 * for by the next.
 * @returns a function that stops it
 */
export function runOnOneServer(services: Services, { name, intervalMs, run }: SharedJob): StopFn {
  const runWatched = services.metrics.watchJob(name, () => run(services));
  return runEvery(
    async () => {
      const now = services.now();
      if (await claimJob(services.db, name, now, now + intervalMs)) await runWatched();
    },
    intervalMs / CHECKS_PER_INTERVAL,
    (error) => services.log.error({ event: `${name}_failed`, error }),
  );
}
