import { ApiError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

import type { Queueable } from './queue-entry.ts';

// Loaded ahead (`layouts/outbox`): it must be there without a connection.
const loadQueue = () => import('./queue-entry.ts');

const isConnectionLost = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'timeout');

// Later than most responses: those are not written to the disk.
const STORE_AFTER_MS = 500;

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
  let isInFlight = false;
  const timer = setTimeout(() => {
    isInFlight = true;
    void loadQueue().then((queue) => queue.storeInFlight(accountId, queueable));
  }, STORE_AFTER_MS);
  const removeStored = () => void loadQueue().then((queue) => queue.removeSuperseded(queueable));
  try {
    const response = await send();
    if (isInFlight || outboxEntries.get().length > 0) removeStored();
    return response;
  } catch (error) {
    const queue = isConnectionLost(error) && (await loadQueue().catch(() => null));
    if (queue && (await queue.queueEntry(accountId, queueable, wasOnline))) return null;
    if (isInFlight) removeStored();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
