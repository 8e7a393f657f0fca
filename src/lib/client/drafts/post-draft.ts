import { hasRoomFor, requestPersistence } from '#lib/client/device/stored-images.ts';
import type { PostInput } from '#lib/contract/posts.ts';

import { clearDraft, type DraftImage, type PostDraft, readDraft, saveDraft } from './drafts.ts';
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
  Boolean(text.title.trim() || text.description.trim()) ||
  images.length > 0 ||
  (text.listing !== undefined && isListingStarted(text.listing));

/** Deletes the post that a member is writing. */
export async function clearPostDraft(accountId: string): Promise<void> {
  await Promise.all([
    clearDraft({ accountId, kind: 'post' }),
    clearDraft({ accountId, kind: 'images' }),
  ]);
}

/**
 * Saves the images of the post that a member is writing.
 * @returns whether they are stored
 */
export async function saveDraftImages(accountId: string, images: DraftImage[]): Promise<boolean> {
  const id = { accountId, kind: 'images' } as const;
  const files = images.map(({ file }) => file);
  if (!(await hasRoomFor(accountId, files).catch(() => false))) return false;
  if (images.length > 0) requestPersistence();
  return saveDraft(id, images);
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
