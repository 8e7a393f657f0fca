// Deletes, when it is imported, what no member has come back for: a phone may have been given away.
import { transact } from './database.ts';

const MAX_AGE_MS = 30 * 86_400_000;

function deleteExpired(): Promise<number> {
  const oldest = IDBKeyRange.upperBound(Date.now() - MAX_AGE_MS);
  return transact(['drafts', 'outbox'], 'readwrite', (transaction) => {
    for (const store of ['drafts', 'outbox']) {
      const old = transaction.objectStore(store).index('savedAt').openCursor(oldest);
      old.addEventListener('success', () => {
        old.result?.delete();
        old.result?.continue();
      });
    }
    return transaction.objectStore('drafts').count();
  });
}

// The next page tries again.
deleteExpired().catch(() => null);
