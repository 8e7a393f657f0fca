import type { TimedWork } from '#lib/server/clock/timed-work.ts';
import type { Services } from '#lib/server/context.ts';
import type { JobName } from '#lib/server/db/schema.ts';

import { claimJob } from './queries.ts';
import { runEvery, type StopFn } from './run-every.ts';

// How often each server checks whether a job is due.
const CHECKS_PER_INTERVAL = 6;

/** A part of a job. */
interface Task {
  /** what it does because of the time, for which the clock must be right; `untimed`: nothing that a wrong clock spoils */
  work: TimedWork | 'untimed';
  /** may be interrupted at any point, and run again beside a server that was paused in it */
  run: (services: Services) => Promise<unknown>;
}

/** A job that one of the servers of a database runs, once in each interval. */
export interface SharedJob {
  name: JobName;
  intervalMs: number;
  /** run one after the other */
  tasks: Task[];
}

/** @returns the tasks that do not wait for a right clock */
async function listAllowed({ clock }: Services, tasks: Task[]): Promise<Task[]> {
  const allowed: Task[] = [];
  for (const task of tasks)
    if (task.work === 'untimed' || (await clock.allows(task.work))) allowed.push(task);
  return allowed;
}

/**
 * Runs a job on one server at a time: now if it is due, then periodically. The run of a server that is killed is made up
 * for by the next. A server whose clock is not trusted leaves to the others what depends on the time.
 * @returns a function that stops it
 */
export function runOnOneServer(services: Services, { name, intervalMs, tasks }: SharedJob): StopFn {
  let allowed: Task[] = [];
  const runWatched = services.metrics.watchJob(name, async () => {
    for (const { run } of allowed) await run(services);
  });
  return runEvery(
    async () => {
      allowed = await listAllowed(services, tasks);
      const now = services.now();
      if (allowed.length > 0 && (await claimJob(services.db, name, now, now + intervalMs)))
        await runWatched();
    },
    intervalMs / CHECKS_PER_INTERVAL,
    (error) => services.log.error({ event: `${name}_failed`, error }),
  );
}
