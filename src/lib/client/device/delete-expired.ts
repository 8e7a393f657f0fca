// When imported, deletes what no member has come back for: the phone may have a new owner.
import { deleteOldShared } from '#lib/client/drafts/shared.ts';

import { database, transact } from './database.ts';

const MAX_AGE_MS = 30 * 86_400_000;
const STORES = ['drafts', 'outbox'] as const;

const expiredAt = (now: number): IDBKeyRange => IDBKeyRange.upperBound(now - MAX_AGE_MS);

async function hasExpired(): Promise<boolean> {
  const stores = await database();
  const old = expiredAt(Date.now());
  const counts = STORES.map((store) => stores.countFromIndex(store, 'savedAt', old));
  return (await Promise.all(counts)).some((count) => count > 0);
}

/** @returns the server's time, milliseconds since 1970. @throws without a connection */
async function fetchServerTime(): Promise<number> {
  const { headers } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
  return Date.parse(headers.get('date') ?? '');
}

async function deleteExpired(): Promise<void> {
  if (!(await hasExpired())) return;
  // The phone's clock may be ahead: drafts are deleted only when they have expired by the server's clock, too.
  const oldest = expiredAt(Math.min(Date.now(), await fetchServerTime()));
  await transact([...STORES], async (transaction) => {
    for (const name of STORES) {
      const store = transaction.objectStore(name);
      for (const key of await store.index('savedAt').getAllKeys(oldest)) await store.delete(key);
    }
  });
}

// The next page tries again.
deleteExpired().catch(() => null);
deleteOldShared().catch(() => null);
