import { offlineError } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { isMarkedSignedOut } from '#lib/client/page/pending-sign-out.ts';
import { isOutboxSignedOut, outboxEntries, sendingId } from '#lib/client/stores/outbox.ts';
import { toastError } from '#lib/client/toasts/error-toast.ts';

import { isWaiting, type OutboxEntry } from './outbox-entry.ts';
import { outcomeOf } from './outbox-rules.ts';
import {
  changeEntry,
  followOtherTabs,
  listEntries,
  refreshEntries,
  removeEntries,
} from './outbox-store.ts';
import { sendEntry } from './send-entry.ts';

const LOCK = 'outbox';
/** A new entry has just failed. */
const FIRST_TRY_MS = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

function schedule(delayMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(flush, delayMs);
}

/** @returns whether the next entry can be sent */
async function handleFailure(entry: OutboxEntry, error: unknown): Promise<boolean> {
  const outcome = outcomeOf(entry, error, Date.now());
  switch (outcome.next) {
    case 'done':
      await removeEntries([entry]);
      return true;
    case 'drop':
      await removeEntries([entry]);
      toastError(error);
      return true;
    case 'reject':
      await changeEntry(entry, { rejection: outcome.rejection });
      return true;
    case 'wait': {
      const { retryAt, failures } = outcome;
      await changeEntry(entry, { retryAt, failures });
      schedule(retryAt - Date.now());
      return false;
    }
    case 'sign-in':
      isOutboxSignedOut.set(true);
      return false;
  }
}

/** @returns whether the next entry can be sent */
async function sendFirst(accountId: string): Promise<boolean> {
  const entry = (await listEntries(accountId)).find(isWaiting);
  if (!entry) return false;
  const delay = entry.retryAt - Date.now();
  if (delay > 0) {
    schedule(delay);
    return false;
  }
  // From now on, it cannot be known whether it arrives.
  if (!entry.mayHaveArrived) await changeEntry(entry, { mayHaveArrived: true });
  sendingId.set(entry.id);
  try {
    await sendEntry(entry);
    await removeEntries([entry]);
    return true;
  } catch (error) {
    return await handleFailure(entry, error);
  } finally {
    sendingId.set(null);
  }
}

/** Sends the viewer's entries in their order, in one tab at a time. It stops at one that has to wait. */
async function flushOutbox(): Promise<void> {
  const accountId = getViewerId();
  const canSend = navigator.onLine && !isMarkedSignedOut() && !isOutboxSignedOut.get();
  if (!accountId || !canSend) return;
  const sendAll = async () => {
    let canGoOn = true;
    while (canGoOn) canGoOn = await sendFirst(accountId);
  };
  // Older browsers have no locks; each entry is stored once all the same.
  const locks = (navigator as { locks?: LockManager }).locks;
  await (locks ? locks.request(LOCK, sendAll) : sendAll());
}

function flush(): void {
  // Without storage there is nothing to send.
  flushOutbox().catch(() => null);
}

/** Sends entries now that had to wait. */
export async function sendNow(): Promise<void> {
  if (!navigator.onLine) return toastError(offlineError());
  isOutboxSignedOut.set(false);
  await Promise.all(
    outboxEntries
      .get()
      .filter(isWaiting)
      .map((entry) => changeEntry(entry, { retryAt: 0 })),
  );
  await flushOutbox();
}

let isStarted = false;

/** Sends what waits whenever it may succeed: now, when the connection returns, when the page is looked at again. */
export function startFlushing(): void {
  if (isStarted) return;
  isStarted = true;
  followOtherTabs();
  addEventListener('online', flush);
  addEventListener('focus', flush);
  document.addEventListener('visibilitychange', flush);
  document.addEventListener('astro:page-load', () => {
    isOutboxSignedOut.set(false);
    void refreshEntries(getViewerId()).then(flush);
  });
  outboxEntries.listen((entries, before) => {
    if (entries.length > (before?.length ?? 0)) schedule(FIRST_TRY_MS);
  });
  void refreshEntries(getViewerId()).then(flush);
}
