import type { Services } from '#lib/server/context.ts';
import { repeat, type Stop } from '#lib/server/jobs/interval.ts';

import { sendDueLetters } from './email-queue.ts';

const POLL_MS = 1000;

async function send(services: Services): Promise<void> {
  try {
    await sendDueLetters(services);
  } catch (error) {
    services.log.error({ event: 'mailing_failed', error });
  }
}

/** Sends what the queue of letters holds, and looks for more every second. @returns what stops it */
export const startMailing = (services: Services): Stop => repeat(() => send(services), POLL_MS);
