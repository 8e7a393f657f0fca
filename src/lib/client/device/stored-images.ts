import { transact } from './database.ts';

/** All images of a member's posts that are not sent yet: small phones have little room. */
const MAX_BYTES = 25 * 1024 * 1024;

interface WithImages {
  action: { images?: File[] };
}

const sizeOf = (files: File[]) => files.reduce((sum, { size }) => sum + size, 0);

/** @returns whether there is room for the images of one more post */
export async function hasRoomFor(accountId: string, images: File[]): Promise<boolean> {
  const waiting = await transact(['outbox'], 'readonly', (transaction): IDBRequest<WithImages[]> =>
    transaction.objectStore('outbox').index('accountId').getAll(accountId),
  );
  const stored = waiting.flatMap(({ action }) => action.images ?? []);
  return sizeOf(stored) + sizeOf(images) <= MAX_BYTES;
}

let isRequested = false;

/** Requests once that the browser does not delete what is stored when its disk is full. */
export function requestPersistence(): void {
  if (isRequested) return;
  isRequested = true;
  // Without https there is no `storage`.
  const { storage } = navigator as { storage?: StorageManager };
  void storage
    ?.persisted()
    .then((isPersisted) => isPersisted || storage.persist())
    .catch(() => null);
}
