import { hasRoomFor, requestPersistence, toBytes } from '#lib/client/device/stored-images.ts';
import { isBlank } from '#lib/contract/characters.ts';
import type { PostInput } from '#lib/contract/posts.ts';

import { clearDrafts, type DraftImage, type PostDraft, readDraft, storeDraft } from './drafts.ts';
import { isListingStarted, listingField } from './listing-draft.ts';
import { altsField } from './photo-descriptions.ts';

/** A post that is being written, with its images. */
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

/** Whether a member has written something of it, or selected an image. */
export const isStarted = ({ text, images }: NewPostDraft): boolean =>
  !isBlank(text.title) ||
  !isBlank(text.description) ||
  images.length > 0 ||
  (text.listing !== undefined && isListingStarted(text.listing));

/** How many posts were sent or discarded here. */
let ended = 0;

/** Ends the post that is being written: images that are still on their way to the disk must not come back. */
export const endPostDraft = (): void => void (ended += 1);

/** Deletes the post that a member is writing, text and images at once. */
export async function clearPostDraft(accountId: string): Promise<void> {
  endPostDraft();
  await clearDrafts(accountId, ['post', 'images']);
}

const withBytes = async (image: DraftImage): Promise<DraftImage> => ({
  ...image,
  file: await toBytes(image.file),
});

/** Why images are not stored: there is no room, or the browser refuses, as some do in private windows. */
export type NotStored = 'no-room' | 'rejected';

/**
 * Saves the images of the post that a member is writing.
 * @returns why they are not stored, null when they are
 */
export async function saveDraftImages(
  accountId: string,
  images: DraftImage[],
): Promise<NotStored | null> {
  const id = { accountId, kind: 'images' } as const;
  const files = images.map(({ file }) => file);
  const begun = ended;
  try {
    if (!(await hasRoomFor(accountId, files))) return 'no-room';
    if (images.length > 0) requestPersistence();
    const stored = await Promise.all(images.map(withBytes));
    if (begun === ended) await storeDraft(id, stored);
    return null;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError'
      ? 'no-room'
      : 'rejected';
  }
}

/** All that is sent with a post, for its idempotency key. */
export function postContent(
  { title, description, listing }: PostInput & Pick<PostDraft, 'listing'>,
  fingerprints: string[],
  alts: string[] = [],
): string {
  const fields = [listingField(listing), altsField(alts)].filter((field) => field !== null);
  return JSON.stringify([title.trim(), description.trim(), ...fingerprints, ...fields]);
}
