import { trackAction } from '#lib/client/drafts/unsaved-input.ts';
import { offlineError } from '#lib/client/http/api-error.ts';
import { xhrUpload } from '#lib/client/http/upload.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { isMarkedSignedOut } from '#lib/client/page/pending-sign-out.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import { hasSessionEnded } from '#lib/client/stores/login.ts';
import { outboxEntries, sendingId } from '#lib/client/stores/outbox.ts';
import { toastError } from '#lib/client/toasts/forum-toasts.ts';

import { kindOf, requestOf, showAtOnce } from './outbox-actions.ts';
import { onChangeByOthers } from './outbox-database.ts';
import { isWaiting, OUTBOX_LOCK, type OutboxEntry } from './outbox-rules.ts';
import { refreshEntries } from './outbox-store.ts';
import { changeEntry, sendNext } from './send-next.ts';
import { sendJson, showSent } from './send-or-queue.ts';

/** The first delay, for an entry that has just failed. */
const FIRST_TRY_MS = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

function schedule(delayMs: number): void {
  clearTimeout(timer);
  timer = setTimeout(flush, delayMs);
}

/**
 * Sends an entry, and shows the result.
 * @throws ApiError
 */
async function sendEntry({ action, idempotencyKey }: OutboxEntry): Promise<void> {
  const { form, path, headers, ...request } = requestOf(action, idempotencyKey);
  const { response } = kindOf(action);
  const sent = form
    ? xhrUpload(path, form, response, { headers })
    : sendJson({ ...request, path, headers }, response);
  await showSent(queryClient(), action, await sent);
}

async function sendShown(entry: OutboxEntry): Promise<void> {
  sendingId.set(entry.id);
  try {
    await sendEntry(entry);
  } finally {
    sendingId.set(null);
  }
}

/** Reverts on the page what an entry showed at once, because it will not be sent. */
export function undoEntry({ action, accountId, mayHaveArrived }: OutboxEntry): void {
  const { undo, shownIn } = kindOf(action);
  if (!undo) return;
  showAtOnce(queryClient(), undo(action), accountId);
  if (!mayHaveArrived) return;
  // Only the server knows whether the entry arrived. Without a connection, the fetch waits.
  const refetchType = navigator.onLine ? 'active' : 'none';
  void queryClient().invalidateQueries({ queryKey: shownIn(action, accountId), refetchType });
}

function onDrop(entry: OutboxEntry, error: unknown): void {
  undoEntry(entry);
  toastError(error);
}

/** Sends the first entry. @returns whether the next can be sent */
async function sendFirst(accountId: string): Promise<boolean> {
  const step = await sendNext(accountId, { send: sendShown, onDrop });
  await refreshEntries(accountId);
  if (step.next === 'wait') schedule(step.retryAt - Date.now());
  return step.next === 'send';
}

async function sendEntries(): Promise<void> {
  const accountId = getViewerId();
  const canSend = navigator.onLine && !isMarkedSignedOut() && !hasSessionEnded.get();
  if (!accountId || !canSend) return;
  const sendAll = async () => {
    let canGoOn = true;
    while (canGoOn) canGoOn = await sendFirst(accountId);
  };
  // Older browsers have no locks; idempotency keys still prevent duplicates.
  const locks = (navigator as { locks?: LockManager }).locks;
  await (locks ? locks.request(OUTBOX_LOCK, sendAll) : sendAll());
}

/** Sends the viewer's entries in order, in one tab at a time. Stops at one that has to wait. */
const flushOutbox = (): Promise<void> => trackAction(sendEntries());

function flush(): void {
  // Without storage there is nothing to send.
  flushOutbox().catch(() => null);
}

/** Sends waiting entries now. */
export async function sendNow(): Promise<void> {
  if (!navigator.onLine) return toastError(offlineError());
  hasSessionEnded.set(false);
  await Promise.all(
    outboxEntries
      .get()
      .filter(isWaiting)
      .map((entry) => changeEntry(entry, { retryAt: 0 })),
  );
  await flushOutbox();
}

/** Shows changes that other tabs and the service worker make. */
const followOthers = (): void =>
  onChangeByOthers((accountId) => {
    if (accountId === getViewerId()) void refreshEntries(accountId);
  });

let isStarted = false;

/** Sends waiting entries whenever it may succeed: now, when the connection returns, when the page becomes visible. */
export function startFlushing(): void {
  if (isStarted) return;
  isStarted = true;
  followOthers();
  addEventListener('online', flush);
  addEventListener('focus', flush);
  document.addEventListener('visibilitychange', flush);
  document.addEventListener('astro:page-load', () => {
    void refreshEntries(getViewerId()).then(flush);
  });
  // The member has logged in again in another tab.
  hasSessionEnded.listen(flush);
  outboxEntries.listen((entries, before) => {
    if (entries.length > (before?.length ?? 0)) schedule(FIRST_TRY_MS);
  });
  void refreshEntries(getViewerId()).then(flush);
}
