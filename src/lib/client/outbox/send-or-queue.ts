import { ApiError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

// Not loaded later: whoever leaves at once, on a first visit, has liked a post all the same.
import { type Queueable, queueEntry, removeSuperseded, storeInFlight } from './queue-entry.ts';

const isConnectionLost = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'timeout');

/**
 * Stores what the page shows as done, and sends it. When the connection is lost, it goes to the outbox, which sends it
 * later (docs/product.md, "Outbox").
 * @returns null when it waits there
 * @throws ApiError for other failures, and when the browser cannot store it
 */
export async function sendOrQueue<T>(
  send: () => Promise<T>,
  queueable: Queueable,
): Promise<T | null> {
  const accountId = getViewerId();
  const wasOnline = navigator.onLine;
  const isStored = storeInFlight(accountId, queueable);
  try {
    const response = await send();
    if (isStored || outboxEntries.get().length > 0) void removeSuperseded(queueable);
    return response;
  } catch (error) {
    if (isConnectionLost(error) && (await queueEntry(accountId, queueable, wasOnline))) return null;
    if (isStored) void removeSuperseded(queueable);
    throw error;
  }
}
