// The entries of the outbox in IndexedDB, for pages and the service worker. Their ids ascend.
import { database, transact } from '#lib/client/device/database.ts';
import { sizeOf, type StoredImage } from '#lib/client/device/stored-images.ts';

import { isKnown } from './outbox-actions.ts';
import type { OutboxEntry } from './outbox-rules.ts';

const CHANNEL = 'outbox';
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined;

/** Notifies other pages that entries of a member have changed. */
export function notifyOthers(accountId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel?.postMessage(accountId);
}

/** Calls back with the account whose entries another page or the service worker has changed. */
export function onChangeByOthers(onChange: (accountId: string) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<string>) => onChange(data));
}

/** The entries of a member that this version can send, oldest first. */
export const listEntries = async (accountId: string): Promise<OutboxEntry[]> =>
  (await (await database()).getAllFromIndex('outbox', 'accountId', accountId)).filter((entry) =>
    isKnown(entry.action),
  );

/** The limit for images of a member's unsent posts: small phones have little storage. */
const MAX_BYTES = 25 * 1024 * 1024;

/** @returns whether the images of one more post fit */
export async function hasRoomFor(accountId: string, images: StoredImage[]): Promise<boolean> {
  const entries = await listEntries(accountId);
  const waiting = entries.flatMap(({ action }) => ('images' in action ? action.images : []));
  return sizeOf(waiting) + sizeOf(images) <= MAX_BYTES;
}

export async function deleteEntries(entries: OutboxEntry[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  await transact(['outbox'], (transaction) => {
    const outbox = transaction.objectStore('outbox');
    return Promise.all(entries.map(({ id }) => outbox.delete(id)));
  });
  notifyOthers(first.accountId);
}
