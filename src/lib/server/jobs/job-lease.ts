import type { Services } from '#lib/server/context.ts';
import type { JobName } from '#lib/server/db/schema.ts';

import { claimJob, moveJob } from './queries.ts';

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
