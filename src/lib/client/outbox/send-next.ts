import { transact } from '#lib/client/device/database.ts';

import { deleteEntries, listEntries, notifyOthers } from './outbox-database.ts';
import { type Outcome, outcomeOf } from './outbox-outcome.ts';
import { isDue, isWaiting, type NewEntry, type OutboxEntry } from './outbox-rules.ts';

/** Changes an entry, unless it is gone. */
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

/** Stores what follows a failure. */
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

/** Sends the first entry of a member that waits. */
export async function sendNext(accountId: string, sender: Sender): Promise<NextStep> {
  const entry = (await listEntries(accountId)).find(isWaiting);
  if (!entry) return { next: 'finish' };
  if (!isDue(entry, Date.now())) return { next: 'wait', retryAt: entry.retryAt };
  // From now on, it cannot be known whether it arrives.
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
