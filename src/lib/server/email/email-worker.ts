import type { Services } from '#lib/server/context.ts';
import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import { sendPendingEmails } from './email-queue.ts';

const POLL_MS = 1000;

async function send(services: Services): Promise<void> {
  try {
    await sendPendingEmails(services);
  } catch (error) {
    services.log.error({ event: 'email_worker_failed', error });
  }
}

/** Sends what the queue of letters holds, and looks for more every second. @returns what stops it */
export const startEmailWorker = (services: Services): StopFn =>
  runEvery(() => send(services), POLL_MS);
