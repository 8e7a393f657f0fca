import { transact } from '#lib/client/device/database.ts';
import { ApiError, isSignedOut } from '#lib/client/http/api-error.ts';

import { kindOf } from './outbox-actions.ts';
import { deleteEntries, listEntries, notifyOthers } from './outbox-database.ts';
import { isDue, isWaiting, type NewEntry, type OutboxEntry } from './outbox-rules.ts';

/** Changes an entry, unless it was deleted. */
export async function changeEntry(entry: OutboxEntry, change: Partial<NewEntry>): Promise<void> {
  await transact(['outbox'], async (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const stored = await outbox.get(entry.id);
    if (stored) await outbox.put({ ...stored, ...change });
  });
  notifyOthers(entry.accountId);
}

interface Sender {
  /** @throws ApiError */
  send: (entry: OutboxEntry) => Promise<void>;
  /** called when an entry is dropped, with the error */
  onDrop?: (entry: OutboxEntry, error: unknown) => void;
}

/** What a sender does after an entry. */
export type NextStep =
  | { next: 'send' }
  | { next: 'finish' }
  | { next: 'wait'; retryAt: number }
  | { next: 'sign-in' };

// What follows a failed request; no storage, no network (docs/product.md, "Outbox").

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60_000;
const WAITING_STATUS = new Set([0, 408, 429]);

/** What happens to a failed entry. */
type Outcome =
  | { next: 'done' }
  /** its text goes back to the member */
  | { next: 'reject'; rejection: string }
  /** the entry has no text to lose */
  | { next: 'drop' }
  | { next: 'wait'; retryAt: number; failures: number }
  | { next: 'sign-in' };

/** Whether the same request may succeed later. */
function isTemporary(error: unknown): boolean {
  // Not a response of our server, but of a proxy or captive portal.
  if (!(error instanceof ApiError) || error.code === 'malformed_response') return true;
  const { status, code } = error;
  return WAITING_STATUS.has(status) || status >= 500 || code === 'invalid_csrf_token';
}

function waitLonger({ failures }: NewEntry, error: unknown, now: number): Outcome {
  const requested = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  const delay = Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS);
  return { next: 'wait', retryAt: now + Math.max(delay, requested), failures: failures + 1 };
}

export function outcomeOf(entry: NewEntry, error: unknown, now: number): Outcome {
  if (isSignedOut(error)) return { next: 'sign-in' };
  if (isTemporary(error)) return waitLonger(entry, error, now);
  const { hasArrived, edit } = kindOf(entry.action);
  if (hasArrived?.(entry.action, error as ApiError)) return { next: 'done' };
  return edit ? { next: 'reject', rejection: (error as ApiError).message } : { next: 'drop' };
}

/** Stores the outcome of a failure. */
async function applyOutcome(entry: OutboxEntry, outcome: Outcome): Promise<NextStep> {
  switch (outcome.next) {
    case 'done':
    case 'drop':
      await deleteEntries([entry]);
      return { next: 'send' };
    case 'reject':
      await changeEntry(entry, { rejection: outcome.rejection });
      return { next: 'send' };
    case 'wait': {
      const { retryAt, failures } = outcome;
      await changeEntry(entry, { retryAt, failures });
      return { next: 'wait', retryAt };
    }
    case 'sign-in':
      return { next: 'sign-in' };
  }
}

/** Sends the first waiting entry of a member. */
export async function sendNext(accountId: string, sender: Sender): Promise<NextStep> {
  const entry = (await listEntries(accountId)).find(isWaiting);
  if (!entry) return { next: 'finish' };
  if (!isDue(entry, Date.now())) return { next: 'wait', retryAt: entry.retryAt };
  // From now on the request may arrive without our knowing.
  if (!entry.mayHaveArrived) await changeEntry(entry, { mayHaveArrived: true });
  try {
    await sender.send(entry);
  } catch (error) {
    const outcome = outcomeOf(entry, error, Date.now());
    if (outcome.next === 'drop') sender.onDrop?.(entry, error);
    return applyOutcome(entry, outcome);
  }
  await deleteEntries([entry]);
  return { next: 'send' };
}
