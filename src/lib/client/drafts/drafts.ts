// The drafts of a member in IndexedDB (docs/product.md, "Drafts").
import { database, transact } from '#lib/client/device/database.ts';

import { type DraftId, type DraftKind, type Drafts, toRecord } from './draft.ts';

const keyOf = ({ accountId, kind }: DraftId): [string, DraftKind] => [accountId, kind];

/** Reads a draft; undefined when there is none, or the browser stores nothing. */
export async function readDraft<K extends DraftKind>(
  id: DraftId<K>,
): Promise<Drafts[K] | undefined> {
  const record = await database()
    .then((stores) => stores.get('drafts', keyOf(id)))
    .catch(() => undefined);
  return record?.draft as Drafts[K] | undefined;
}

/**
 * Stores a draft.
 * @throws DOMException when the browser has no space left, or stores nothing
 */
export async function storeDraft<K extends DraftKind>(
  id: DraftId<K>,
  draft: Drafts[K],
): Promise<void> {
  const stores = await database();
  await stores.put('drafts', toRecord(id, draft));
}

/**
 * Saves a draft until it is sent or discarded, at once: a browser may be killed at any time.
 * @returns false when the browser has no space, or permission, to store it
 */
export const saveDraft = <K extends DraftKind>(
  id: DraftId<K>,
  draft: Drafts[K],
): Promise<boolean> =>
  storeDraft(id, draft).then(
    () => true,
    () => false,
  );

/** The number of posts that were sent or discarded on this page. */
let ended = 0;

export const countEndedPosts = (): number => ended;

/** Ends the post that is being written: images still being written to disk must not come back. */
export const endPostDraft = (): void => void (ended += 1);

/** Deletes drafts of a member in one transaction. */
export const clearDrafts = (accountId: string, kinds: DraftKind[]): Promise<void> =>
  transact(['drafts'], (transaction) => {
    const drafts = transaction.objectStore('drafts');
    return Promise.all(kinds.map((kind) => drafts.delete([accountId, kind])));
  }).catch(() => undefined);

export const clearDraft = ({ accountId, kind }: DraftId): Promise<void> =>
  clearDrafts(accountId, [kind]);
