import { setTimeout as delay } from 'node:timers/promises';

import type { TimedWork } from '#lib/server/platform/clock/timed-work.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { JobName } from '#lib/server/platform/db/schema.ts';

import { claimJob, moveJob } from './queries.ts';

const STOP_TIMEOUT_MS = 5000;

/** Stops the repetition, and waits up to 5 s for the current run. */
export type StopFn = () => Promise<void>;

/**
 * Runs a job now and then periodically, never concurrently.
 * @param intervalMs from start to start
 * @param onError receives errors of the job; missing for a job that never rejects
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

// A server that was paused for a minute keeps its lease. A job that killed its server is not retried at once.
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
      // While the database is down, the next renewal retries.
      this.#renewing = this.#renew().catch(() => {});
    }, RENEW_MS);
  }

  /** @returns null when another server has the lease */
  static async take(services: Services, name: JobName): Promise<JobLease | null> {
    const end = services.now() + LEASE_MS;
    const isOurs = await claimJob(services.db, name, services.now(), end);
    return isOurs ? new JobLease(services, name, end) : null;
  }

  /** aborted when another server has claimed the job */
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
   * @param nextRunAt when the job may run again, milliseconds since 1970
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
  /** the timed work, for which the clock must be trusted; `untimed` if a wrong clock does no harm */
  work: TimedWork | 'untimed';
  /** may be interrupted at any point, and may run concurrently with a server that was paused in it */
  run: (services: Services) => Promise<unknown>;
}

/** A job that runs on one of the servers of a database, once per interval. */
export interface SharedJob {
  name: JobName;
  intervalMs: number;
  /** run one after the other */
  tasks: Task[];
}

/** @returns the tasks for which the clock is trusted */
async function listAllowed({ clock }: Services, tasks: Task[]): Promise<Task[]> {
  const allowed: Task[] = [];
  for (const task of tasks)
    if (task.work === 'untimed' || (await clock.allows(task.work))) allowed.push(task);
  return allowed;
}

/**
 * Runs a job on one server at a time: now if it is due, then periodically. If a server is killed, the next run
 * catches up. A server whose clock is not trusted leaves timed work to others.
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
 * Pauses between two batches of a job, so that requests can run. SQLite's queries run in this process, and a request
 * needs several turns of the event loop: after a shorter pause it would wait for a batch at each.
 */
export const betweenBatches = (): Promise<void> => delay(PAUSE_MS);
