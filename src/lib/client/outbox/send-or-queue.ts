import { ApiError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

import type { Queueable } from './queue-entry.ts';

// Loaded ahead (`islands/outbox`): it must be there without a connection.
const loadQueue = () => import('./queue-entry.ts');

const isConnectionLost = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'timeout');

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
  try {
    const response = await send();
    if (outboxEntries.get().length > 0)
      void loadQueue().then((queue) => queue.removeSuperseded(queueable.action));
    return response;
  } catch (error) {
    if (!accountId || !isConnectionLost(error)) throw error;
    const isQueued = await loadQueue().then(
      ({ queueEntry }) => queueEntry(accountId, queueable, wasOnline),
      () => false,
    );
    if (!isQueued) throw error;
    return null;
  }
}
