import { transact } from '#lib/client/device/database.ts';
import { type StoredImage, toBytes, toFile } from '#lib/client/device/stored-images.ts';
import { hasRoomFor } from '#lib/client/outbox/outbox-database.ts';
import { isBlank } from '#lib/contract/characters.ts';

import { type DraftImage, type PostDraft, type SharedDraft, toRecord } from './draft.ts';
import { clearDrafts, countEndedPosts, endPostDraft, readDraft, storeDraft } from './drafts.ts';
import { isListingStarted } from './listing-draft.ts';
import { joinTexts, readShared, SHARED_KEY } from './shared.ts';

/** A new post with its images. */
export interface NewPostDraft {
  text: PostDraft;
  images: DraftImage[];
}

/** Reads the post that a member is writing, or an empty one. */
export async function readPostDraft(accountId: string): Promise<NewPostDraft> {
  const [text, images] = await Promise.all([
    readDraft({ accountId, kind: 'post' }),
    readDraft({ accountId, kind: 'images' }),
  ]);
  return { text: text ?? { title: '', description: '', sent: {} }, images: images ?? [] };
}

/** Adds the shared text to a post; what the member has written stays. */
const withWords = (post: PostDraft, { title, text }: SharedDraft): PostDraft => ({
  ...post,
  title: post.title || title,
  description: joinTexts(post.description, text),
});

/**
 * Gives what was shared to the member in one transaction: its text goes into the post; its photos wait until the
 * dialog has stored them as images of the post.
 */
const claimShared = (accountId: string, text: PostDraft, photos: StoredImage[]): Promise<void> =>
  transact(['drafts'], (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const waiting = { title: '', text: '', photos };
    return Promise.all([
      drafts.put(toRecord({ accountId, kind: 'post' }, text)),
      drafts.put(toRecord({ accountId, kind: 'shared' }, waiting)),
      drafts.delete(SHARED_KEY),
    ]);
  });

/** A new post. The dialog must still check the shared photos, as it does selected ones. */
export interface OpenedPostDraft extends NewPostDraft {
  shared: File[];
}

/**
 * Reads the post that a member is writing.
 * @param isShared whether to add what another app has shared
 */
export async function openPostDraft(
  accountId: string,
  isShared: boolean,
): Promise<OpenedPostDraft> {
  const [post, waiting, shared] = await Promise.all([
    readPostDraft(accountId),
    readDraft({ accountId, kind: 'shared' }),
    isShared ? readShared() : undefined,
  ]);
  const photos = [...(waiting?.photos ?? []), ...(shared?.photos ?? [])];
  const text = shared ? withWords(post.text, shared) : post.text;
  // Without space to store it, the dialog shows it all the same.
  if (shared) await claimShared(accountId, text, photos).catch(() => undefined);
  return { text, images: post.images, shared: photos.map(toFile) };
}

/** Whether a member has written text or selected an image. */
export const isStarted = ({ text, images }: NewPostDraft): boolean =>
  !isBlank(text.title) ||
  !isBlank(text.description) ||
  images.length > 0 ||
  (text.listing !== undefined && isListingStarted(text.listing));

/** Deletes the post that a member is writing, with its images and what was shared for it. */
export async function clearPostDraft(accountId: string): Promise<void> {
  endPostDraft();
  await clearDrafts(accountId, ['post', 'images', 'shared']);
}

const withBytes = async (image: DraftImage): Promise<DraftImage> => ({
  ...image,
  file: await toBytes(image.file),
});

let isRequested = false;

/** Once, requests that the browser does not evict what is stored when its disk is full. */
function requestPersistence(): void {
  if (isRequested) return;
  isRequested = true;
  // Without https, `navigator` has no `storage`.
  const { storage } = navigator as { storage?: StorageManager };
  void storage
    ?.persisted()
    .then((isPersisted) => isPersisted || storage.persist())
    .catch(() => null);
}

/** Why images are not stored: the disk is full, or the browser refuses, as some do in private windows. */
export type NotStored = 'no-room' | 'rejected';

/**
 * Stores the images of the post that a member is writing.
 * @returns why they are not stored, or null
 */
export async function saveDraftImages(
  accountId: string,
  images: DraftImage[],
): Promise<NotStored | null> {
  const id = { accountId, kind: 'images' } as const;
  const files = images.map(({ file }) => file);
  const begun = countEndedPosts();
  try {
    if (!(await hasRoomFor(accountId, files))) return 'no-room';
    if (images.length > 0) requestPersistence();
    const stored = await Promise.all(images.map(withBytes));
    if (begun === countEndedPosts()) await storeDraft(id, stored);
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError'
      ? 'no-room'
      : 'rejected';
  }
}
