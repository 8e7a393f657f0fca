import { draftsOf, transact } from '#lib/client/device/database.ts';
import type { StoredImage } from '#lib/client/device/stored-images.ts';
import type { SentKeys } from '#lib/client/idempotency-keys.ts';
import type { DraftFormContent } from '#lib/contract/draft-form.ts';
import type { PostInput, PostText } from '#lib/contract/posts.ts';

import type { ListingDraft } from './listing-draft.ts';
import type { PhotoDescriptions } from './photo-descriptions.ts';

/** The text of a post that is being written. */
export interface PostDraft extends SentKeys, PostInput {
  /** what it offers, needs or serves, if anything */
  listing?: ListingDraft | undefined;
  alts?: PhotoDescriptions | undefined;
}

/** The new text of a post, with the time of the text that it began from. */
export interface UpdateDraft extends SentKeys, PostText {
  alts?: PhotoDescriptions | undefined;
}

/** An image of a post that is being written. */
export interface DraftImage {
  file: StoredImage;
  /** of the file as it was selected */
  fingerprint: string;
  isResized: boolean;
}

/** A report that is being written. */
interface ReportDraft {
  text: string;
}

/** A comment that is being written. */
export interface CommentDraft extends SentKeys {
  text: string;
}

/** A guide that staff write, as its form was at last. */
export interface GuideDraft {
  content: DraftFormContent;
  /** that it began from */
  version: number;
  /** the page on which it was written */
  page: string;
  /** whether a button has sent it: it may have arrived */
  isSubmitted: boolean;
}

/** What a kind of draft holds. */
interface Drafts {
  post: PostDraft;
  /** beside the text, which is written more often */
  images: DraftImage[];
  [update: `update:${string}`]: UpdateDraft;
  [comment: `comment:${string}`]: CommentDraft;
  [report: `report:${string}`]: ReportDraft;
  [guide: `guide:${string}`]: GuideDraft;
}
export type DraftKind = keyof Drafts;

/** Which draft of a member. */
export interface DraftId<K extends DraftKind = DraftKind> {
  accountId: string;
  /** e.g. `comment:<post id>` */
  kind: K;
}

/** A draft as it is stored. */
export interface DraftRecord<K extends DraftKind = DraftKind> extends DraftId<K> {
  /** milliseconds since 1970 */
  savedAt: number;
  draft: Drafts[K];
}

export const toRecord = <K extends DraftKind>(
  { accountId, kind }: DraftId<K>,
  draft: Drafts[K],
): DraftRecord<K> => ({ accountId, kind, draft, savedAt: Date.now() });

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
