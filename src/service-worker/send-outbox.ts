// Background Sync: sends the outbox when the signal returns, even when no page is open (docs/decisions/0036-outbox.md).
import { database } from '#lib/client/device/database.ts';
import { hasDatabase } from '#lib/client/device/has-database.ts';
import { requestOf } from '#lib/client/outbox/outbox-actions.ts';
import { OUTBOX_LOCK, type OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';
import { sendNext } from '#lib/client/outbox/send-next.ts';
import { VIEWER_HEADER } from '#lib/contract/offline.ts';

import { csrfHeader, request } from './request.ts';
import { worker } from './service-worker-scope.ts';

// An open page sends by itself and shows the result.
const PAGE_FIRST_MS = 10_000;

async function sendEntry({ accountId, action, idempotencyKey }: OutboxEntry): Promise<void> {
  // The session may belong to another member by now.
  const viewer = { [VIEWER_HEADER]: accountId };
  const csrf = await csrfHeader(viewer);
  const { path, method, form, json, ...outgoing } = requestOf(action, idempotencyKey);
  const headers = new Headers({ ...outgoing.headers, ...viewer, ...csrf });
  if (json) headers.set('content-type', 'application/json');
  const body = form ?? (json && JSON.stringify(json)) ?? null;
  await request(path, { method: method.toUpperCase(), headers, body });
}

/** The members with entries in this browser. */
async function listAccounts(): Promise<Set<string>> {
  const entries = await (await database()).getAll('outbox');
  return new Set(entries.map(({ accountId }) => accountId));
}

/** @returns false if entries remain that may be sent later */
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
 * Sends the entries of the logged-in member.
 * @throws Error when entries remain: the browser then tries again
 */
export async function sendOutbox(): Promise<void> {
  if (!(await hasDatabase())) return;
  await letPageSend();
  await navigator.locks.request(OUTBOX_LOCK, async () => {
    for (const accountId of await listAccounts())
      if (!(await sendAllOf(accountId))) throw new Error('Entries of the outbox wait.');
  });
}
