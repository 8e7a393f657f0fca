import { setTimeout as delay } from 'node:timers/promises';

import type { Services } from '#lib/server/context.ts';
import type { EmailTable } from '#lib/server/db/schema.ts';

import * as queries from './queries.ts';

// A server that was paused for a minute still has its leases; those of one that was killed end after this time.
const LEASE_MS = 120_000;
const RENEW_MS = 20_000;
const RETRY_MS = 1000;

/** A worker's right to send an email: until it ends no other worker sends it. */
export class EmailLease {
  readonly #services: Services;
  readonly #lease: queries.Lease;
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<void> = Promise.resolve();
  #end: number;

  private constructor(services: Services, lease: queries.Lease, end: number) {
    this.#services = services;
    this.#lease = lease;
    this.#end = end;
    // A mail server may take minutes.
    this.#timer = setInterval(() => {
      // Without the database it is tried again.
      this.#renewing = this.#renew().catch(() => {});
    }, RENEW_MS);
  }

  /** @returns null when another worker has the lease */
  static async take(services: Services, row: EmailTable): Promise<EmailLease | null> {
    const end = services.now() + LEASE_MS;
    const lease = await queries.leaseEmail(services.db, row, end);
    return lease ? new EmailLease(services, lease, end) : null;
  }

  /** Which attempt at the email it is, from 1. */
  get attempts(): number {
    return this.#lease.attempts;
  }

  async #renew(): Promise<void> {
    const end = this.#services.now() + LEASE_MS;
    await queries.rescheduleEmail(this.#services.db, this.#lease, end);
    this.#end = end;
  }

  /** The last renewal must not follow what ends the lease. */
  async #stopRenewal(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  /**
   * Ends the lease and schedules the next attempt.
   * @param runAt milliseconds since 1970
   */
  async reschedule(runAt: number): Promise<void> {
    await this.#stopRenewal();
    await queries.rescheduleEmail(this.#services.db, this.#lease, runAt);
  }

  /** Deletes the email. This is tried until the lease ends: another worker would send it again. */
  async finish(): Promise<void> {
    await this.#stopRenewal();
    for (;;) {
      try {
        await queries.deleteEmail(this.#services.db, this.#lease);
        return;
      } catch (error) {
        if (this.#services.now() > this.#end) throw error;
        await delay(RETRY_MS);
      }
    }
  }
}
