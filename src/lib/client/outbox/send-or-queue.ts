import { mutationOptions, type QueryClient } from '@tanstack/react-query';

import type { DraftKind } from '#lib/client/drafts/draft.ts';
import { trackAction } from '#lib/client/drafts/unsaved-input.ts';
import { evictIfNotFound } from '#lib/client/forum/post-cache.ts';
import { ApiError } from '#lib/client/http/api-error.ts';
import { requestData } from '#lib/client/http/request.ts';
import type { Parser } from '#lib/client/http/response-shape.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { newId } from '#lib/client/new-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';
import { type ErrorToast, toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import { LOADED_AHEAD } from '#lib/contract/offline.ts';
import { t } from '#lib/messages/t.ts';

import {
  kindOf,
  type OutboxAction,
  requestOf,
  type ResponseTo,
  showAtOnce,
} from './outbox-actions.ts';
import { hasRoomFor } from './outbox-database.ts';
import type { ActionRequest } from './outbox-kind.ts';
import { type KeyedAction, type NewEntry, OUTBOX_SYNC } from './outbox-rules.ts';
// Not lazily loaded: a like counts even when a first-time visitor leaves at once.
import { removeSuperseded, storeEntry, storeUnseen } from './outbox-store.ts';

/** An action that can wait for a connection. */
export interface Queueable<A extends OutboxAction = OutboxAction> extends KeyedAction<A> {
  /** the object, for people: a post's title or a member's name */
  subject: string;
  /** the drafts that it comes from; they are deleted */
  drafts?: DraftKind[];
}

/** Sends a request. @throws ApiError */
type Send = <R>(request: ActionRequest, response: Parser<R>) => Promise<R>;

export const sendJson: Send = ({ path, method, headers, json }, response) =>
  requestData(path, response, { method, headers, json });

const toEntry = (
  { action, subject, idempotencyKey = newId() }: Queueable,
  accountId: string,
): NewEntry => ({
  accountId,
  action,
  subject,
  idempotencyKey,
  mayHaveArrived: navigator.onLine,
  savedAt: Date.now(),
  retryAt: 0,
  failures: 0,
});

// Longer than almost every response takes. Sending twice would change nothing.
const IN_FLIGHT_MS = 15_000;

/** Whether the dialog stays open until the server responds: its draft is stored. */
function isInDialog(action: OutboxAction): boolean {
  const editor = kindOf(action).edit?.(action);
  return editor !== undefined && 'dialog' in editor;
}

/**
 * Stores an action before its request is sent, so that the outbox sends it when no response comes.
 * @returns whether it is stored
 */
function storeInFlight(entry: NewEntry, drafts: DraftKind[]): boolean {
  // Without a connection, the action is queued at once.
  if (!entry.accountId || isInDialog(entry.action) || !navigator.onLine) return false;
  const retryAt = Date.now() + IN_FLIGHT_MS;
  // Without storage, the action is only sent.
  storeUnseen({ ...entry, retryAt, isInFlight: true }, drafts).catch(() => null);
  return true;
}

// Missing in TypeScript's DOM library; only Chromium has it.
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to send the outbox once there is a connection, even when no page is open. */
function requestBackgroundSync(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  void serviceWorker?.ready
    .then((registration) => (registration as WithSync).sync?.register(OUTBOX_SYNC))
    .catch(() => null);
}

/**
 * Puts an action into the outbox.
 * @returns whether it is stored
 */
async function queueEntry(entry: NewEntry, drafts: DraftKind[]): Promise<boolean> {
  const { accountId, action } = entry;
  if (!accountId) return false;
  const images = 'images' in action ? action.images : [];
  try {
    if (images.length > 0 && !(await hasRoomFor(accountId, images))) return false;
    const mayHaveArrived = entry.mayHaveArrived || navigator.onLine;
    await storeEntry({ ...entry, mayHaveArrived, savedAt: Date.now() }, drafts);
    requestBackgroundSync();
  } catch {
    return false;
  }
  toastSuccess(t('outbox.no_signal'));
  return true;
}

const isConnectionLost = (error: unknown) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'timeout');

/** Puts an action that has surely not been sent into the outbox. @returns whether it is stored */
export const queue = (queueable: Queueable): Promise<boolean> =>
  queueEntry({ ...toEntry(queueable, getViewerId()), mayHaveArrived: false }, []);

async function trySending<A extends OutboxAction>(
  queueable: Queueable<A>,
  send: Send,
): Promise<ResponseTo<A> | null> {
  const { action, drafts = [] } = queueable;
  const entry = toEntry(queueable, getViewerId());
  const isStored = storeInFlight(entry, drafts);
  try {
    const response = await send(requestOf(action, entry.idempotencyKey), kindOf(action).response);
    if (isStored || outboxEntries.get().length > 0) void removeSuperseded(entry);
    return response;
  } catch (error) {
    if (isConnectionLost(error) && (await queueEntry(entry, drafts))) return null;
    if (isStored) void removeSuperseded(entry);
    throw error;
  }
}

/**
 * Stores an action whose result the page already shows, and sends it. Without a connection, the outbox sends it later
 * (docs/product.md, "Outbox").
 * @returns null when the action waits in the outbox
 * @throws ApiError for other failures, and when the browser cannot store it
 */
export const sendOrQueue = <A extends OutboxAction>(
  queueable: Queueable<A>,
  send: Send = sendJson,
): Promise<ResponseTo<A> | null> => trackAction(trySending(queueable, send));

/** Shows the response to an action, and confirms it. */
export async function showSent<A extends OutboxAction>(
  client: QueryClient,
  action: A,
  response: ResponseTo<A>,
): Promise<void> {
  const { cache, done, pageToStore } = kindOf(action);
  await cache(client, response, action, getViewerId());
  if (done) toastSuccess(done(response));
  const page = pageToStore?.(action);
  // The service worker stores fetched pages for offline reading. Without a worker, nothing is lost.
  if (page) void fetch(page, { headers: LOADED_AHEAD }).catch(() => null);
}

/** A mutation that can wait for a connection. Its optimistic update is reverted when it fails. */
export const queuedMutation = <V, A extends OutboxAction>(
  toQueueable: (variables: V) => Queueable<A>,
  errorToast: ErrorToast = {},
) =>
  mutationOptions({
    mutationFn: (variables: V) => sendOrQueue(toQueueable(variables)),
    onMutate: (variables, { client }) =>
      showAtOnce(client, toQueueable(variables).action, getViewerId()),
    onSuccess: (response, variables, _takeBack, { client }) =>
      response === null ? undefined : showSent(client, toQueueable(variables).action, response),
    onError: (error, variables, takeBack, { client }) => {
      takeBack?.();
      const { action } = toQueueable(variables);
      if ('postId' in action) evictIfNotFound(client, action.postId, error);
    },
    meta: { errorToast },
  });
