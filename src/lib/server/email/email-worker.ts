import type { Services } from '#lib/server/context.ts';
import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import { sendPendingEmails } from './email-queue.ts';

const POLL_MS = 1000;

async function sendOrLog(services: Services): Promise<void> {
  try {
    await sendPendingEmails(services);
  } catch (error) {
    services.log.error({ event: 'email_worker_failed', error });
  }
}

/**
 * Sends pending emails every second.
 * @returns a function that stops the worker
 */
export const startEmailWorker = (services: Services): StopFn =>
  runEvery(() => sendOrLog(services), POLL_MS);
