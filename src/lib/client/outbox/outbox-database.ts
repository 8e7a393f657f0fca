// The entries of the outbox in IndexedDB, for pages and the service worker. They go up by their ids.
import { transact } from '#lib/client/device/database.ts';

import type { NewEntry, OutboxEntry } from './outbox-rules.ts';

const CHANNEL = 'outbox';
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined;

/** Tells the other pages that entries of a member have changed. */
export function notifyOthers(accountId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel?.postMessage(accountId);
}

/** Calls back with the account whose entries another page, or the service worker, has changed. */
export function onChangeByOthers(onChange: (accountId: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => onChange(data));
}

/** Reads the entries of a member in a transaction. */
export const readEntries = (
  transaction: IDBTransaction,
  accountId: string,
): IDBRequest<OutboxEntry[]> =>
  transaction.objectStore('outbox').index('accountId').getAll(accountId);

/** All entries of a member, oldest first. */
export const listEntries = (accountId: string): Promise<OutboxEntry[]> =>
  transact(['outbox'], 'readonly', (transaction) => readEntries(transaction, accountId));

/** The members who have entries in this browser. */
export async function listAccounts(): Promise<string[]> {
  const entries = await transact(['outbox'], 'readonly', (transaction): IDBRequest<OutboxEntry[]> =>
    transaction.objectStore('outbox').getAll(),
  );
  return [...new Set(entries.map(({ accountId }) => accountId))];
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
  notifyOthers(entry.accountId);
}

/** Deletes entries of one member. */
export async function deleteEntries(entries: OutboxEntry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  await transact(['outbox'], 'readwrite', (transaction) => {
    const outbox = transaction.objectStore('outbox');
    for (const { id } of entries) outbox.delete(id);
    return outbox.count();
  });
  notifyOthers(first.accountId);
}
