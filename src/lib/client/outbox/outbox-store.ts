// The outbox of a page: changes the stored entries, and shows them.
import { transact } from '#lib/client/device/database.ts';
import { toBytes } from '#lib/client/device/stored-images.ts';
import type { DraftKind } from '#lib/client/drafts/draft.ts';
import { endPostDraft } from '#lib/client/drafts/drafts.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { outboxEntries } from '#lib/client/stores/outbox.ts';

import { isKnown } from './outbox-actions.ts';
import { deleteEntries, listEntries, notifyOthers } from './outbox-database.ts';
import {
  addEntry,
  isVisible,
  type KeyedAction,
  type NewEntry,
  type OutboxEntry,
  supersededBy,
} from './outbox-rules.ts';

export async function refreshEntries(accountId: string): Promise<void> {
  const entries = await listEntries(accountId).catch(() => []);
  outboxEntries.set(entries.filter(isVisible));
}

/** Shows changed entries, also in other tabs. */
export async function announce(accountId: string): Promise<void> {
  await refreshEntries(accountId);
  notifyOthers(accountId);
}

async function toStored(entry: NewEntry): Promise<NewEntry> {
  const { action } = entry;
  if (!('images' in action)) return entry;
  return { ...entry, action: { ...action, images: await Promise.all(action.images.map(toBytes)) } };
}

/** Adds an entry and deletes the drafts that it came from in one transaction. */
async function putEntry(entry: NewEntry, drafts: DraftKind[]): Promise<void> {
  const { accountId } = entry;
  const given = await toStored(entry);
  if (drafts.includes('images')) endPostDraft();
  // Without drafts, the transaction does not wait for others that write drafts.
  await transact(drafts.length > 0 ? ['outbox', 'drafts'] : ['outbox'], async (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const stored = await outbox.index('accountId').getAll(accountId);
    const entries = stored.filter((each) => isKnown(each.action));
    const { removed, added } = addEntry(entries, given);
    await Promise.all([
      ...removed.map(({ id }) => outbox.delete(id)),
      ...drafts.map((kind) => transaction.objectStore('drafts').delete([accountId, kind])),
      // IndexedDB assigns the id.
      added && outbox.add(added as OutboxEntry),
    ]);
  });
}

// Storing and showing an entry takes milliseconds.
const SETTLED_MS = 1000;

/**
 * Keeps the page in place when the panel above grows or shrinks: a second tap must not hit what moves under the
 * finger. Browsers do this by themselves, except at the top of a page.
 */
function keepPlace(): void {
  const panels = document.querySelector<HTMLElement>('[data-outbox]');
  // A dialog covers the page, so no tap below it can miss.
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
 * Stores an entry that is not listed yet; the entries that it replaces are no longer listed.
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

/** Deletes the entries that a completed action has replaced. */
export const removeSuperseded = (action: KeyedAction): Promise<void> =>
  listEntries(getViewerId())
    .then((entries) => removeEntries(supersededBy(entries, action)))
    .catch(() => undefined);
