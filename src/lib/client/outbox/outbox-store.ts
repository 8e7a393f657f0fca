// The outbox of a page: it changes the stored entries, and shows them.
import { draftsOf, transact } from '#lib/client/device/database.ts';
import { toBytes } from '#lib/client/device/stored-images.ts';
import type { DraftKind } from '#lib/client/drafts/draft.ts';
import { endPostDraft, readDraft } from '#lib/client/drafts/drafts.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

import { kindOf } from './outbox-actions.ts';
import {
  deleteEntries,
  listEntries,
  notifyOthers,
  onChangeByOthers,
  readEntries,
} from './outbox-database.ts';
import {
  addEntry,
  isVisible,
  type KeyedAction,
  type NewEntry,
  type OutboxEntry,
  supersededBy,
} from './outbox-rules.ts';

/** Shows a member's entries on this page. */
export async function refreshEntries(accountId: string): Promise<void> {
  const entries = await listEntries(accountId).catch(() => []);
  outboxEntries.set(entries.filter(isVisible));
}

/** Shows them as they are after a change, also in other tabs. */
async function announce(accountId: string): Promise<void> {
  await refreshEntries(accountId);
  notifyOthers(accountId);
}

/** Shows what other tabs and the service worker change. */
export const followOthers = (): void =>
  onChangeByOthers((accountId) => {
    if (accountId === getViewerId()) void refreshEntries(accountId);
  });

async function toStored(entry: NewEntry): Promise<NewEntry> {
  const { action } = entry;
  if (!('images' in action)) return entry;
  return { ...entry, action: { ...action, images: await Promise.all(action.images.map(toBytes)) } };
}

/** Adds an entry in the same transaction in which the drafts that it came from are deleted. */
async function putEntry(entry: NewEntry, drafts: DraftKind[]): Promise<void> {
  const { accountId } = entry;
  const stored = await toStored(entry);
  if (drafts.includes('images')) endPostDraft();
  await transact(['outbox', 'drafts'], 'readwrite', (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const all = readEntries(transaction, accountId);
    all.addEventListener('success', () => {
      const { removed, added } = addEntry(all.result, stored);
      for (const { id } of removed) outbox.delete(id);
      if (added) outbox.add(added);
    });
    for (const kind of drafts) transaction.objectStore('drafts').delete([accountId, kind]);
    return all;
  });
}

// Storing an entry takes milliseconds, and showing it a few more.
const SETTLED_MS = 1000;

/**
 * Keeps what is on the screen where it is when the panel above it grows or shrinks by what a member has just done there:
 * a second tap must not press what comes under the finger. Browsers do so themselves, but not at the top of a page.
 */
function keepPlace(): void {
  const panels = document.querySelector<HTMLElement>('[data-outbox]');
  // Nothing below a dialog has been tapped.
  if (!panels || document.querySelector('dialog:modal')) return;
  const { bottom, height } = panels.getBoundingClientRect();
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    const now = panels.getBoundingClientRect();
    if (now.height === height) return;
    scrollTo({ top: scrollY + now.bottom - bottom, behavior: 'instant' });
    stop.abort();
  });
  stop.signal.addEventListener('abort', () => observer.disconnect());
  addEventListener('scroll', () => stop.abort(), { once: true, signal: stop.signal });
  setTimeout(() => stop.abort(), SETTLED_MS);
  observer.observe(panels);
}

/**
 * Stores an entry, and shows it.
 * @throws DOMException when the browser stores nothing
 */
export async function storeEntry(entry: NewEntry, drafts: DraftKind[]): Promise<void> {
  await putEntry(entry, drafts);
  keepPlace();
  await announce(entry.accountId);
}

/**
 * Stores an entry that is not listed. What it replaces no longer is, either.
 * @throws DOMException when the browser stores nothing
 */
export async function storeUnseen(entry: NewEntry, drafts: DraftKind[]): Promise<void> {
  await putEntry(entry, drafts);
  if (outboxEntries.get().length > 0) await announce(entry.accountId);
}

/** Deletes entries of the viewer. */
export async function removeEntries(entries: OutboxEntry[]): Promise<void> {
  await deleteEntries(entries);
  if (entries.some(isVisible)) await refreshEntries(getViewerId());
}

/** Deletes the entries that an action, to which the server has responded, made needless. */
export const removeSuperseded = (action: KeyedAction): Promise<void> =>
  listEntries(getViewerId())
    .then((entries) => removeEntries(supersededBy(entries, action)))
    .catch(() => undefined);

/** Makes an entry a draft again, to be changed. */
export async function moveToDraft(entry: OutboxEntry): Promise<void> {
  const { action, accountId, idempotencyKey: key } = entry;
  const drafts = await kindOf(action).toDrafts?.(action, {
    accountId,
    // What was rejected is sent with a new key.
    sentKeys: (content) => (entry.rejection === undefined ? { [content]: key } : {}),
    readDraft: (kind) => readDraft({ accountId, kind }),
  });
  await transact(['outbox', 'drafts'], 'readwrite', (transaction) => {
    for (const record of drafts ?? []) transaction.objectStore('drafts').put(record);
    return transaction.objectStore('outbox').delete(entry.id);
  });
  await announce(accountId);
}

/** Deletes all that a member has not sent. */
export async function deleteUnsent(accountId: string): Promise<void> {
  await transact(['outbox', 'drafts'], 'readwrite', (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const keys = outbox.index('accountId').getAllKeys(accountId);
    keys.addEventListener('success', () => keys.result.forEach((key) => outbox.delete(key)));
    return transaction.objectStore('drafts').delete(draftsOf(accountId));
  });
  notifyOthers(accountId);
}
