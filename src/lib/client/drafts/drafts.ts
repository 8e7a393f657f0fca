// The drafts of a member in IndexedDB (docs/product.md, "Drafts").
import { draftsOf, transact } from '#lib/client/device/database.ts';

import { type DraftId, type DraftKind, type DraftRecord, type Drafts, toRecord } from './draft.ts';

const keyOf = ({ accountId, kind }: DraftId): string[] => [accountId, kind];

/** Reads a draft; undefined when there is none, or the browser stores nothing. */
export async function readDraft<K extends DraftKind>(
  id: DraftId<K>,
): Promise<Drafts[K] | undefined> {
  const read = (transaction: IDBTransaction): IDBRequest<DraftRecord<K> | undefined> =>
    transaction.objectStore('drafts').get(keyOf(id));
  const record = await transact(['drafts'], 'readonly', read).catch(() => undefined);
  return record?.draft;
}

/**
 * Stores a draft.
 * @throws DOMException when the browser has no room, or stores nothing
 */
export async function storeDraft<K extends DraftKind>(
  id: DraftId<K>,
  draft: Drafts[K],
): Promise<void> {
  await transact(['drafts'], 'readwrite', (transaction) =>
    transaction.objectStore('drafts').put(toRecord(id, draft)),
  );
}

/**
 * Saves a draft until it is sent or discarded. It is written at once: a browser may be killed at any time.
 * @returns whether it is stored; a browser without room or permission stores nothing
 */
export const saveDraft = <K extends DraftKind>(
  id: DraftId<K>,
  draft: Drafts[K],
): Promise<boolean> =>
  storeDraft(id, draft).then(
    () => true,
    () => false,
  );

/** How many posts were sent or discarded here. */
let ended = 0;

export const countEndedPosts = (): number => ended;

/** Ends the post that is being written: images that are still on their way to the disk must not come back. */
export const endPostDraft = (): void => void (ended += 1);

/** Deletes drafts of a member in one transaction. */
export const clearDrafts = (accountId: string, kinds: [DraftKind, ...DraftKind[]]): Promise<void> =>
  transact(['drafts'], 'readwrite', (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const [request] = kinds.map((kind) => drafts.delete(keyOf({ accountId, kind })));
    return request!;
  }).catch(() => undefined);

/** Deletes a draft. */
export const clearDraft = ({ accountId, kind }: DraftId): Promise<void> =>
  clearDrafts(accountId, [kind]);

/** All drafts of a member. */
export const listDrafts = (accountId: string): Promise<DraftRecord[]> =>
  transact(['drafts'], 'readonly', (transaction): IDBRequest<DraftRecord[]> =>
    transaction.objectStore('drafts').getAll(draftsOf(accountId)),
  ).catch(() => []);
