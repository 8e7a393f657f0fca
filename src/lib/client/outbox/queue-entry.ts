import { hasRoomFor } from '#lib/client/device/stored-images.ts';
import type { DraftKind } from '#lib/client/drafts/drafts.ts';
import { newId } from '#lib/client/new-id.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';

import { requestBackgroundSync } from './background-sync.ts';
import type { NewEntry, OutboxAction } from './outbox-entry.ts';
import { storeEntry } from './outbox-store.ts';

export { removeSuperseded } from './outbox-store.ts';

/** Something a member does that may wait for a connection. */
export interface Queueable {
  action: OutboxAction;
  /** what it is about, for people: a post's title or a member's name */
  subject: string;
  idempotencyKey?: string;
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
  const { action, drafts = [] } = queueable;
  const images = action.kind === 'post' ? action.images : [];
  try {
    if (images.length > 0 && !(await hasRoomFor(accountId, images))) return false;
    await storeEntry(toEntry(accountId, queueable, wasOnline), drafts);
    requestBackgroundSync();
  } catch {
    return false;
  }
  toastSuccess('Waiting for a signal. It will be sent by itself.');
  return true;
}
