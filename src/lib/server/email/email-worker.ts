import type { Services } from '#lib/server/context.ts';
import type { EmailTable } from '#lib/server/db/schema.ts';
import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import { composeMessage } from './compose-message.ts';
import { EmailLease } from './email-lease.ts';
import { MailRejectedError } from './mailer.ts';
import * as queries from './queries.ts';
import type { Email } from './templates.ts';

const FIRST_RETRY_MS = 5000;
const MAX_RETRY_MS = 900_000;
const CONCURRENCY = 4;
const POLL_MS = 1000;

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

/** Sends all emails that are due, a few at a time. */
export async function sendPendingEmails(services: Services): Promise<void> {
  for (;;) {
    const pending = await queries.listPendingEmails(services.db, services.now(), CONCURRENCY);
    if (pending.length === 0) return;
    await Promise.all(
      pending.map(async (row) => {
        const lease = await EmailLease.take(services, row);
        if (lease) await deliver(services, row, lease);
      }),
    );
  }
}

/**
 * Sends pending emails every second.
 * @returns a function that stops the worker
 */
export const startEmailWorker = (services: Services): StopFn =>
  runEvery(
    services.metrics.watchJob('email_worker', () => sendPendingEmails(services)),
    POLL_MS,
    (error) => services.log.error({ event: 'email_worker_failed', error }),
  );
