import type { Services } from '#lib/server/context.ts';
import { runEvery, type StopFn } from '#lib/server/jobs/run-every.ts';

import { sendPendingEmails } from './deliver-emails.ts';

const POLL_MS = 1000;

/**
 * Sends pending emails every second.
 * @returns a function that stops the worker
 */
export const startEmailWorker = (services: Services): StopFn =>
  runEvery(
    () => sendPendingEmails(services),
    POLL_MS,
    (error) => services.log.error({ event: 'email_worker_failed', error }),
  );
