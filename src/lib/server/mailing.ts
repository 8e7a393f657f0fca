import { setTimeout as pause } from 'node:timers/promises';

import type { Services } from '#lib/server/domain/context.ts';
import { sendDueLetters } from '#lib/server/domain/letters.ts';

const POLL_MS = 1000;
// At the end, a letter under way has this long to be finished.
const GRACE_MS = 5000;

async function send(services: Services): Promise<void> {
  try {
    await sendDueLetters(services);
  } catch (error) {
    services.log.error({ event: 'mailing_failed', error });
  }
}

/**
 * Sends what the queue of letters holds, and looks for more every second.
 * @returns what stops it, once the letters under way are sent
 */
export function startMailing(services: Services): () => Promise<void> {
  let sending: Promise<void> | null = null;
  const look = () => {
    sending ??= send(services).finally(() => (sending = null));
  };
  look();
  const timer = setInterval(look, POLL_MS);
  return async () => {
    clearInterval(timer);
    await Promise.race([sending, pause(GRACE_MS, undefined, { ref: false })]);
  };
}
