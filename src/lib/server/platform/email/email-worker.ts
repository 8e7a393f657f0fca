import { setTimeout as delay } from 'node:timers/promises';

import type { Services } from '#lib/server/platform/context.ts';
import type { EmailTable } from '#lib/server/platform/db/schema.ts';
import { runEvery, type StopFn } from '#lib/server/platform/jobs/run-job.ts';

import { composeMessage, MailRejectedError } from './mailer.ts';
import * as queries from './queries.ts';
import type { Email } from './templates.ts';

// A server that was paused for a minute still has its leases; those of one that was killed end after this time.
const LEASE_MS = 120_000;
const RENEW_MS = 20_000;
const RETRY_MS = 1000;

/** A worker's right to send an email: until it ends no other worker sends it. */
class EmailLease {
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

const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 900_000;
const CONCURRENCY = 4;
const POLL_MS = 1000;
// An email whose response did not come would be sent again. With the uploads that a server waits for before, it is
// less than the 90 s after which most supervisors kill.
const STOP_TIMEOUT_MS = 20_000;

const retryDelay = (attempts: number) =>
  Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);

async function send({ config, mailer, secrets }: Services, row: EmailTable): Promise<void> {
  const email = JSON.parse(secrets.decrypt('email', row.encrypted_payload)) as Email | null;
  if (!email) return;
  const { hostname: host } = new URL(config.publicUrl);
  await mailer.send(composeMessage(email, row, host));
}

/** Sends a leased email at least once: after a crash it is sent again (docs/decisions/0011-emails.md). */
async function deliver(services: Services, row: EmailTable, lease: EmailLease): Promise<void> {
  const { log, now, metrics } = services;
  const { attempts } = lease;
  if (row.expires_at <= now()) {
    log.warn({ event: 'email_expired', email: row.id, attempts });
    metrics.countEmail('expired');
    return lease.finish();
  }
  try {
    await send(services, row);
    log.info({ event: 'email_sent', email: row.id, attempts });
    metrics.countEmail('sent');
  } catch (error) {
    const isDropped = error instanceof MailRejectedError;
    const event = isDropped ? 'email_dropped' : 'email_failed';
    log.error({ event, email: row.id, attempts, error });
    metrics.countEmail(isDropped ? 'dropped' : 'failed');
    if (!isDropped) return lease.reschedule(now() + retryDelay(attempts));
  }
  return lease.finish();
}

/** Sends emails, a few at a time: a conversation that is silent keeps one slot, and the others go on. */
class EmailWorker {
  readonly #services: Services;
  readonly #stopping: AbortSignal;
  readonly #sending = new Set<Promise<void>>();

  /** @param stopping once it is aborted, no email is leased */
  constructor(services: Services, stopping: AbortSignal) {
    this.#services = services;
    this.#stopping = stopping;
  }

  /** Begins to send what is due; waits only for a free slot. */
  async sendDue(): Promise<void> {
    const { db, now, clock } = this.#services;
    const leavesExpired = !(await clock.allows('expired_emails'));
    while (!this.#stopping.aborted) {
      const free = CONCURRENCY - this.#sending.size;
      if (free === 0) {
        await Promise.race(this.#sending);
        continue;
      }
      const pending = await queries.listPendingEmails(db, {
        now: now(),
        limit: free,
        leavesExpired,
      });
      if (pending.length === 0) return;
      for (const row of pending) await this.#begin(row);
    }
  }

  /** Waits for the emails that are being sent. */
  async finish(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #begin(row: EmailTable): Promise<void> {
    if (this.#stopping.aborted) return;
    const lease = await EmailLease.take(this.#services, row);
    if (!lease) return;
    const sending = deliver(this.#services, row, lease)
      .catch((error: unknown) => this.report(error))
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  readonly report = (error: unknown): void =>
    this.#services.log.error({ event: 'email_worker_failed', error });
}

/** Sends all emails that are due. */
export async function sendPendingEmails(services: Services): Promise<void> {
  const worker = new EmailWorker(services, new AbortController().signal);
  await worker.sendDue();
  await worker.finish();
}

/**
 * Sends pending emails every second.
 * @returns a function that stops the worker: no further email is sent, and those being sent have 20 s
 */
export function startEmailWorker(services: Services): StopFn {
  const stopping = new AbortController();
  const worker = new EmailWorker(services, stopping.signal);
  const sendDue = services.metrics.watchJob('email_worker', () => worker.sendDue());
  const stop = runEvery(sendDue, POLL_MS, worker.report);
  return async () => {
    stopping.abort();
    const finished = stop().then(() => worker.finish());
    await Promise.race([finished, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  };
}
