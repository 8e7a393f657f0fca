import { setTimeout as delay } from 'node:timers/promises';

import type { TimedWork } from '#lib/server/platform/clock/timed-work.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { JobName } from '#lib/server/platform/db/schema.ts';

import { claimJob, moveJob } from './queries.ts';

const STOP_TIMEOUT_MS = 5000;

/** Stops the repetition, and waits up to 5 s for the current run. */
export type StopFn = () => Promise<void>;

/**
 * Runs a job now and then periodically, never twice at the same time.
 * @param intervalMs from start to start
 * @param onError gets what the job throws; left out for one that never rejects
 */
export function runEvery(
  job: () => Promise<void>,
  intervalMs: number,
  onError?: (error: unknown) => void,
): StopFn {
  let running: Promise<void> | null = null;
  const start = () => {
    running ??= job()
      .catch(onError)
      .finally(() => (running = null));
  };
  start();
  const timer = setInterval(start, intervalMs);
  return async () => {
    clearInterval(timer);
    await Promise.race([running, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

// A server that was paused for a minute still has its lease. What killed its server is not tried again at once.
const LEASE_MS = 3_600_000;
const RENEW_MS = 60_000;

/** A server's right to run a job: until it ends, no other server runs the job. */
export class JobLease {
  readonly #services: Services;
  readonly #name: JobName;
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #end: number;
  #renewing: Promise<void> = Promise.resolve();

  private constructor(services: Services, name: JobName, end: number) {
    this.#services = services;
    this.#name = name;
    this.#end = end;
    this.#timer = setInterval(() => {
      // Without the database it is tried again.
      this.#renewing = this.#renew().catch(() => {});
    }, RENEW_MS);
  }

  /** @returns null when another server has the lease */
  static async take(services: Services, name: JobName): Promise<JobLease | null> {
    const end = services.now() + LEASE_MS;
    const isOurs = await claimJob(services.db, name, services.now(), end);
    return isOurs ? new JobLease(services, name, end) : null;
  }

  /** aborted when another server has taken the job */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  async #renew(): Promise<void> {
    const end = this.#services.now() + LEASE_MS;
    if (await moveJob(this.#services.db, this.#name, this.#end, end)) this.#end = end;
    else this.#lost.abort();
  }

  /**
   * Ends the lease.
   * @param nextRunAt from when on a server may run the job, milliseconds since 1970
   */
  async release(nextRunAt: number): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
    await moveJob(this.#services.db, this.#name, this.#end, nextRunAt);
  }
}

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

const PAUSE_MS = 20;

/**
 * Lets requests go on between two batches of a job. SQLite's queries run in this process, and a request needs several turns
 * of it: after a pause of one turn it would wait for a batch at each.
 */
export const betweenBatches = (): Promise<void> => delay(PAUSE_MS);
