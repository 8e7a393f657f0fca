import { hasRoomFor } from '#lib/client/device/stored-images.ts';
import type { DraftKind } from '#lib/client/drafts/drafts.ts';
import { newId } from '#lib/client/new-id.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';

import { requestBackgroundSync } from './background-sync.ts';
import type { NewEntry } from './outbox-entry.ts';
import type { KeyedAction } from './outbox-rules.ts';
import { storeEntry, storeUnseen } from './outbox-store.ts';

export { removeSuperseded } from './outbox-store.ts';

/** Something a member does that may wait for a connection. */
export interface Queueable extends KeyedAction {
  /** what it is about, for people: a post's title or a member's name */
  subject: string;
  /** the drafts it comes from, which are deleted */
  drafts?: DraftKind[];
}

const toEntry = (accountId: string, queueable: Queueable, wasOnline: boolean): NewEntry => ({
  accountId,
  action: queueable.action,
  subject: queueable.subject,
  idempotencyKey: queueable.idempotencyKey ?? newId(),
  mayHaveArrived: wasOnline || navigator.onLine,
  savedAt: Date.now(),
  retryAt: 0,
  failures: 0,
});

// Longer than nearly every response. Sent twice, it would change nothing.
const IN_FLIGHT_MS = 15_000;

/**
 * Stores an action before its request is sent; the outbox sends it when nothing comes back.
 * @returns whether it does
 */
export function storeInFlight(accountId: string, queueable: Queueable): boolean {
  const { action, drafts = [] } = queueable;
  // A dialog stays open, and its draft is stored. Without a connection, it is queued at once.
  const isStored = action.kind === 'post' || action.kind === 'update' || !navigator.onLine;
  if (!accountId || isStored) return false;
  const entry = { ...toEntry(accountId, queueable, true), retryAt: Date.now() + IN_FLIGHT_MS };
  // Without storage there is nothing to do.
  storeUnseen({ ...entry, isInFlight: true }, drafts).catch(() => null);
  return true;
}

/**
 * Puts an action in the outbox.
 * @param wasOnline when it was sent
 * @returns whether it is stored
 */
export async function queueEntry(
  accountId: string,
  queueable: Queueable,
  wasOnline: boolean,
): Promise<boolean> {
  if (!accountId) return false;
  const { action, drafts = [] } = queueable;
  const images = action.kind === 'post' ? action.images : [];
  try {
    if (images.length > 0 && !(await hasRoomFor(accountId, images))) return false;
    await storeEntry(toEntry(accountId, queueable, wasOnline), drafts);
    requestBackgroundSync();
  } catch {
    return false;
  }
  toastSuccess('No signal right now. We’ll send it when you’re back online.');
  return true;
}
