// Background Sync: sends what waits when the signal returns, also when no page is open (docs/decisions/0036-outbox.md).
import { database } from '#lib/client/device/database.ts';
import { hasDatabase } from '#lib/client/device/has-database.ts';
import { fromErrorResponse, offlineError } from '#lib/client/http/api-error.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { requestOf } from '#lib/client/outbox/outbox-actions.ts';
import { OUTBOX_LOCK, type OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { sendNext } from '#lib/client/outbox/send-next.ts';
import { VIEWER_HEADER } from '#lib/contract/offline.ts';

import { worker } from './service-worker-scope.ts';

// Browsers give an event some minutes.
const TIMEOUT_MS = 120_000;
// A page in view sends by itself, and shows the result.
const PAGE_FIRST_MS = 10_000;

const tokenBody = hasKeys<{ token: string }>('token');

/** @throws ApiError */
async function request(path: string, init: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(`/api/${path}`, { ...init, signal }).catch((error: unknown) => {
    throw offlineError(error);
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw fromErrorResponse(response, body);
  return body;
}

async function sendEntry({ accountId, action, idempotencyKey }: OutboxEntry): Promise<void> {
  // The session may be another member's by now.
  const viewer = { [VIEWER_HEADER]: accountId };
  const { token } = tokenBody.parse(await request('token/csrf', { headers: viewer }));
  const { path, method, form, json, ...outgoing } = requestOf(action, idempotencyKey);
  const headers = new Headers({ ...outgoing.headers, ...viewer, 'x-csrf-token': token });
  if (json) headers.set('content-type', 'application/json');
  const body = form ?? (json && JSON.stringify(json)) ?? null;
  await request(path, { method: method.toUpperCase(), headers, body });
}

/** The members who have entries in this browser. */
async function listAccounts(): Promise<Set<string>> {
  const entries = await (await database()).getAll('outbox');
  return new Set(entries.map(({ accountId }) => accountId));
}

/** @returns whether nothing is left that may be sent later */
async function sendAllOf(accountId: string): Promise<boolean> {
  let step = await sendNext(accountId, { send: sendEntry });
  while (step.next === 'send') step = await sendNext(accountId, { send: sendEntry });
  return step.next !== 'wait';
}

async function letPageSend(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible'))
    await new Promise((resolve) => setTimeout(resolve, PAGE_FIRST_MS));
}

/**
 * Sends the entries of the member who is signed in.
 * @throws Error when something has to wait: the browser then tries again
 */
export async function sendOutbox(): Promise<void> {
  if (!(await hasDatabase())) return;
  await letPageSend();
  await navigator.locks.request(OUTBOX_LOCK, async () => {
    for (const accountId of await listAccounts())
      if (!(await sendAllOf(accountId))) throw new Error('Entries of the outbox wait.');
  });
}
