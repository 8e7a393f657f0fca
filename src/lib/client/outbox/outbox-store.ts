// The entries of the outbox in IndexedDB. They go up by their ids.
import { draftsOf, transact } from '#lib/client/device/database.ts';
import type { DraftKind, DraftRecord } from '#lib/client/drafts/drafts.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

import type { NewEntry, OutboxAction, OutboxEntry } from './outbox-entry.ts';
import { addEntry, supersededBy } from './outbox-rules.ts';

const CHANNEL = 'outbox';
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined;

const readEntries = (transaction: IDBTransaction, accountId: string): IDBRequest<OutboxEntry[]> =>
  transaction.objectStore('outbox').index('accountId').getAll(accountId);

/** All entries of a member, oldest first. */
export const listEntries = (accountId: string): Promise<OutboxEntry[]> =>
  transact(['outbox'], 'readonly', (transaction) => readEntries(transaction, accountId));

/** Shows a member's entries on this page. */
export async function refreshEntries(accountId: string): Promise<void> {
  outboxEntries.set(await listEntries(accountId).catch(() => []));
}

function notifyOtherTabs(accountId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel?.postMessage(accountId);
}

/** Shows them as they are after a change, also in other tabs. */
async function announce(accountId: string): Promise<void> {
  await refreshEntries(accountId);
  notifyOtherTabs(accountId);
}

/** Shows what other tabs change. */
export function followOtherTabs(): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (data === getViewerId()) void refreshEntries(data);
  });
}

/**
 * Stores an entry, in the same transaction in which the drafts that it came from are deleted.
 * @throws DOMException when the browser stores nothing
 */
export async function storeEntry(entry: NewEntry, drafts: DraftKind[]): Promise<void> {
  const { accountId } = entry;
  await transact(['outbox', 'drafts'], 'readwrite', (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const all = readEntries(transaction, accountId);
    all.addEventListener('success', () => {
      const { removed, added } = addEntry(all.result, entry);
      for (const { id } of removed) outbox.delete(id);
      if (added) outbox.add(added);
    });
    for (const kind of drafts) transaction.objectStore('drafts').delete([accountId, kind]);
    return all;
  });
  await announce(accountId);
}

/** Changes an entry, unless it is gone. */
export async function changeEntry(entry: OutboxEntry, change: Partial<NewEntry>): Promise<void> {
  await transact(['outbox'], 'readwrite', (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const stored: IDBRequest<OutboxEntry | undefined> = outbox.get(entry.id);
    stored.addEventListener('success', () => {
      if (stored.result) outbox.put({ ...stored.result, ...change });
    });
    return stored;
  });
  await announce(entry.accountId);
}

/** Deletes entries of one member. */
export async function removeEntries(entries: OutboxEntry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  await transact(['outbox'], 'readwrite', (transaction) => {
    const outbox = transaction.objectStore('outbox');
    for (const { id } of entries) outbox.delete(id);
    return outbox.count();
  });
  await announce(first.accountId);
}

/** Deletes the entries that a later action, which has arrived, made needless. */
export const removeSuperseded = (action: OutboxAction): Promise<void> =>
  removeEntries(supersededBy(outboxEntries.get(), action)).catch(() => undefined);

/** Makes an entry a draft again. */
export async function moveToDraft(entry: OutboxEntry, drafts: DraftRecord[]): Promise<void> {
  await transact(['outbox', 'drafts'], 'readwrite', (transaction) => {
    for (const record of drafts) transaction.objectStore('drafts').put(record);
    return transaction.objectStore('outbox').delete(entry.id);
  });
  await announce(entry.accountId);
}

/** Deletes all that a member has not sent. */
export async function deleteUnsent(accountId: string): Promise<void> {
  await transact(['outbox', 'drafts'], 'readwrite', (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const keys = outbox.index('accountId').getAllKeys(accountId);
    keys.addEventListener('success', () => keys.result.forEach((key) => outbox.delete(key)));
    return transaction.objectStore('drafts').delete(draftsOf(accountId));
  });
  notifyOtherTabs(accountId);
}
