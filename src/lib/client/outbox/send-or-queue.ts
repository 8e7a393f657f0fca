import { ApiError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

import type { Queueable } from './queue-entry.ts';

// Loaded ahead (`islands/outbox`): it must be there without a connection.
const loadQueue = () => import('./queue-entry.ts');

const isConnectionLost = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'timeout');

// A response that comes sooner leaves no time to close the page.
const HOLD_AFTER_MS = 500;

/**
 * Stores what the page shows as done when its response takes long: the page may be closed meanwhile.
 * @returns ends that; whether it is stored
 */
function holdWhileSending(accountId: string, queueable: Queueable): () => boolean {
  // A dialog stays open, and its draft is stored.
  const { kind } = queueable.action;
  if (!accountId || kind === 'post' || kind === 'update') return () => false;
  let isHeld = false;
  const timer = setTimeout(() => {
    isHeld = true;
    void loadQueue().then(({ holdEntry }) => holdEntry(accountId, queueable));
  }, HOLD_AFTER_MS);
  return () => {
    clearTimeout(timer);
    return isHeld;
  };
}

/**
 * Sends a request. When the connection is lost, it goes to the outbox, which sends it later (docs/product.md, "Outbox").
 * @returns null when it waits there
 * @throws ApiError for other failures, and when the browser cannot store it
 */
export async function sendOrQueue<T>(
  send: () => Promise<T>,
  queueable: Queueable,
): Promise<T | null> {
  const accountId = getViewerId();
  const wasOnline = navigator.onLine;
  const release = holdWhileSending(accountId, queueable);
  const clean = () => void loadQueue().then((queue) => queue.removeSuperseded(queueable));
  try {
    const response = await send();
    if (release() || outboxEntries.get().length > 0) clean();
    return response;
  } catch (error) {
    const isHeld = release();
    const isQueued =
      accountId &&
      isConnectionLost(error) &&
      (await loadQueue().then(
        ({ queueEntry }) => queueEntry(accountId, queueable, wasOnline),
        () => false,
      ));
    if (isQueued) return null;
    if (isHeld) clean();
    throw error;
  }
}
