import { setTimeout as delay } from 'node:timers/promises';

import { type Channel, CHANNELS } from '#lib/contract/notifications/notification-kinds.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';
import { runEvery, type StopFn } from '#lib/server/platform/jobs/run-job.ts';
import type { DeliveryResult } from '#lib/server/platform/metrics/metrics.ts';

import { listDeferred, type Place, takePlace } from './daily-emails.ts';
import { isFull, listFullDomains } from './hosts.ts';
import * as queries from './queries.ts';

/** It cannot be delivered, now or later. */
export class DeliveryRejectedError extends Error {
  override name = 'DeliveryRejectedError';
}

/** It is not for now. */
export class DeliveryPostponedError extends Error {
  override name = 'DeliveryPostponedError';
  /** when it is due, milliseconds since 1970 */
  readonly until: number;

  constructor(until: number) {
    super('It is sent later.');
    this.until = until;
  }
}

/** It was not taken for now. */
export class DeliveryRetryError extends Error {
  override name = 'DeliveryRetryError';
  /** how many seconds to wait; null: the receiver does not say */
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** What was sent, and what notes it for later ones: repeated while the database is away, as it must not be sent again. */
interface Sent {
  note: () => Promise<void>;
}

/**
 * Sends what is due by a channel.
 * @returns `outdated` when there is nothing to send any more
 * @throws DeliveryPostponedError when it is not for now
 * @throws DeliveryRejectedError when a retry cannot succeed
 * @throws DeliveryRetryError, Error for every other failure
 */
export type SendDelivery = (
  services: Services,
  delivery: DeliveryTable,
) => Promise<'sent' | 'outdated' | Sent>;

// A server that was paused for a minute still has its leases; those of one that was killed end after this time.
const LEASE_MS = 120_000;
const RENEW_MS = 20_000;
const RETRY_MS = 1000;

/** A worker's right to send a delivery: until it ends no other worker sends it. */
class DeliveryLease {
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
  static async take(services: Services, row: DeliveryTable): Promise<DeliveryLease | null> {
    const end = services.now() + LEASE_MS;
    const lease = await queries.leaseDelivery(services.db, row, end);
    return lease ? new DeliveryLease(services, lease, end) : null;
  }

  /** Which attempt it is, from 1. */
  get attempts(): number {
    return this.#lease.attempts;
  }

  async #renew(): Promise<void> {
    const end = this.#services.now() + LEASE_MS;
    await queries.reschedule(this.#services.db, this.#lease, end);
    this.#end = end;
  }

  /** The last renewal must not follow what ends the lease. */
  async #stopRenewal(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  /**
   * Ends the lease of what was not for now.
   * @param runAt when it is due, milliseconds since 1970
   */
  async postpone(runAt: number): Promise<void> {
    await this.#stopRenewal();
    await queries.reschedule(this.#services.db, this.#lease, runAt);
  }

  /**
   * Ends the lease of what was tried without success.
   * @param runAt when the next attempt is due, milliseconds since 1970
   */
  async retry(runAt: number): Promise<void> {
    await this.#stopRenewal();
    await queries.scheduleRetry(this.#services.db, this.#lease, runAt);
  }

  /**
   * Ends it for good. This is tried until the lease ends: another worker would send it again.
   * @param failure why it is given up; null when it is not needed any more
   * @param note what is stored before
   */
  async finish(failure: DeliveryTable['failure'], note?: Sent['note']): Promise<void> {
    await this.#stopRenewal();
    const { db, now } = this.#services;
    for (;;) {
      try {
        await note?.();
        await (failure
          ? queries.failDelivery(db, this.#lease, failure, now())
          : queries.deleteDelivery(db, this.#lease));
        return;
      } catch (error) {
        if (now() > this.#end) throw error;
        await delay(RETRY_MS);
      }
    }
  }
}

const FIRST_RETRY_MS = 5000;
const CONCURRENCY = 4;
const POLL_MS = 1000;
// What had no response yet would be sent again. With the uploads that a server waits for before, it is
// less than the 90 s after which most supervisors kill.
const STOP_TIMEOUT_MS = 20_000;

/** @returns the time until the attempt after the `attempts`th: no less than the receiver requests, within limits */
export function retryDelay(error: unknown, attempts: number): number {
  const requested = error instanceof DeliveryRetryError ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.min(Math.max(requested, FIRST_RETRY_MS * 2 ** (attempts - 1)), queries.MAX_RETRY_MS);
}

/** Sends a leased delivery at least once: after a crash it is sent again (docs/decisions/0072-deliveries.md). */
async function deliver(
  services: Services,
  row: DeliveryTable,
  lease: DeliveryLease,
  place: Place,
): Promise<void> {
  const { log, now, metrics } = services;
  const { attempts } = lease;
  const { id: delivery, channel } = row;
  const report = (result: DeliveryResult, error?: unknown) => {
    const level = error === undefined ? (result === 'expired' ? 'warn' : 'info') : 'error';
    log[level]({ event: `${channel}_${result}`, delivery, attempts, error });
    metrics.countDelivery(channel, result);
  };
  if (row.expires_at <= now()) {
    report('expired');
    return lease.finish('expired');
  }
  let note: Sent['note'] | undefined;
  try {
    const result = await services.deliverOne(services, row);
    if (typeof result === 'object') ({ note } = result);
    report(result === 'outdated' ? result : 'sent');
    if (result === 'outdated') await place.giveBack();
  } catch (error) {
    const isDropped = error instanceof DeliveryRejectedError;
    if (!isDropped) await place.giveBack();
    if (error instanceof DeliveryPostponedError) return lease.postpone(error.until);
    report(isDropped ? 'dropped' : 'failed', error);
    return isDropped ? lease.finish('rejected') : lease.retry(now() + retryDelay(error, attempts));
  }
  return lease.finish(null, note);
}

/** Sends by one channel, a few at a time: a conversation that is silent takes one slot, and the others go on. */
class DeliveryWorker {
  readonly #services: Services;
  readonly #channel: Channel;
  readonly #stopping: AbortSignal;
  /** what is being sent, and where to */
  readonly #sending = new Map<Promise<void>, string | null>();

  /** @param stopping once it is aborted, nothing is leased */
  constructor(services: Services, channel: Channel, stopping: AbortSignal) {
    this.#services = services;
    this.#channel = channel;
    this.#stopping = stopping;
  }

  /** Begins to send what is due; waits only for a free slot, or for one of the hosts that have all of theirs. */
  async sendDue(): Promise<void> {
    while (!this.#stopping.aborted) {
      const free = CONCURRENCY - this.#sending.size;
      const due = free === 0 ? [] : await this.#listDue(free);
      let hasBegun = false;
      for (const row of due) {
        if (isFull(row.endpoint, this.#fullDomains)) continue;
        if (!(await this.#begin(row))) return;
        hasBegun = true;
      }
      if (hasBegun) continue;
      if (free > 0 && this.#fullDomains.length === 0) return;
      // Something else may come due before one of these ends.
      await Promise.race([...this.#sending.keys(), delay(POLL_MS)]);
    }
  }

  get #fullDomains(): string[] {
    return listFullDomains(this.#sending.values());
  }

  async #listDue(limit: number): Promise<queries.DueDelivery[]> {
    const { db, now, clock } = this.#services;
    return queries.listDue(db, {
      channel: this.#channel,
      now: now(),
      limit,
      deferred: await listDeferred(this.#services, this.#channel),
      fullDomains: this.#fullDomains,
      leavesExpired: !(await clock.allows('expired_deliveries')),
    });
  }

  /** Waits for what is being sent. */
  async finish(): Promise<void> {
    await Promise.all(this.#sending.keys());
  }

  /** @returns false when nothing more goes out for now */
  async #begin({ endpoint, ...row }: queries.DueDelivery): Promise<boolean> {
    if (this.#stopping.aborted) return false;
    const place = await takePlace(this.#services, row);
    if (!place) return false;
    const lease = await DeliveryLease.take(this.#services, row);
    if (!lease) {
      await place.giveBack();
      return true;
    }
    const sending = deliver(this.#services, row, lease, place)
      .catch((error: unknown) => this.report(error))
      .finally(() => this.#sending.delete(sending));
    this.#sending.set(sending, endpoint);
    return true;
  }

  readonly report = (error: unknown): void =>
    this.#services.log.error({ event: 'delivery_worker_failed', channel: this.#channel, error });
}

/** Sends all that is due. */
export async function sendPending(services: Services): Promise<void> {
  const { signal } = new AbortController();
  for (const channel of CHANNELS) {
    const worker = new DeliveryWorker(services, channel, signal);
    await worker.sendDue();
    await worker.finish();
  }
}

const WORKERS: Record<Channel, string> = {
  email: 'email_worker',
  push: 'push_worker',
  sms: 'sms_worker',
};

function startWorker(services: Services, channel: Channel): StopFn {
  const stopping = new AbortController();
  const worker = new DeliveryWorker(services, channel, stopping.signal);
  const sendDue = services.metrics.watchJob(WORKERS[channel], () => worker.sendDue());
  const stop = runEvery(sendDue, POLL_MS, worker.report);
  return async () => {
    stopping.abort();
    const finished = stop().then(() => worker.finish());
    await Promise.race([finished, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

/**
 * Sends what is due every second, each channel by itself: none waits for another's server.
 * @returns a function that stops it: nothing further is sent, and what is being sent has 20 s
 */
export function startDeliveries(services: Services): StopFn {
  const stops = CHANNELS.map((channel) => startWorker(services, channel));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
