import { transact } from '#lib/client/device/database.ts';
import { type StoredImage, toFile } from '#lib/client/device/stored-images.ts';

import { type PostDraft, type SharedDraft, toRecord } from './draft.ts';
import { readDraft } from './drafts.ts';
import { type NewPostDraft, readPostDraft } from './post-draft.ts';
import { joinTexts, readShared, SHARED_KEY } from './shared.ts';

/** @returns a post with the words that were shared; what a member has written stays */
const withWords = (post: PostDraft, { title, text }: SharedDraft): PostDraft => ({
  ...post,
  title: post.title || title,
  description: joinTexts(post.description, text),
});

/**
 * Makes what was shared the member's, all at once: words are in the post, and photos wait until the dialog has stored
 * them as the images of the post.
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

/** A post that is being written. The dialog still has to check the shared photos, as it does selected ones. */
export interface OpenedPostDraft extends NewPostDraft {
  shared: File[];
}

/**
 * Reads the post that a member is writing.
 * @param isShared whether what another app has shared becomes part of it
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
  // Without room for it, it stays where it is, and is in the dialog all the same.
  if (shared) await claimShared(accountId, text, photos).catch(() => undefined);
  return { text, images: post.images, shared: photos.map(toFile) };
}
