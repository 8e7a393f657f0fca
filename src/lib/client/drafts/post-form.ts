// What is sent with a post that is being written.
import { type StoredImage, toFile } from '#lib/client/device/stored-images.ts';
import type { PostInput } from '#lib/contract/forum/posts.ts';

import { type ListingDraft, listingField } from './listing-draft.ts';

/** What photos show, by the fingerprint of a selected one and the URL of a stored one. */
export type PhotoDescriptions = Record<string, string>;

/** @returns what photos show, in the order of their keys; empty for one that is not described */
export const altsOf = (descriptions: PhotoDescriptions | undefined, keys: string[]): string[] =>
  keys.map((key) => descriptions?.[key]?.trim() ?? '');

/** @returns what photos show, by their keys. @param alts in the order of the keys */
export const toDescriptions = (keys: string[], alts: string[] = []): PhotoDescriptions =>
  Object.fromEntries(keys.flatMap((key, i) => (alts[i] ? [[key, alts[i]]] : [])));

/** A post without its images. */
export interface PostFields extends PostInput {
  /** what it offers, needs or serves, if anything */
  listing?: ListingDraft | undefined;
  /** what the images show, in their order */
  alts?: string[];
}

/** The fields that a post need not have. */
const optionalFields = ({ listing, alts = [] }: Pick<PostFields, 'listing' | 'alts'>) => ({
  listing: listingField(listing),
  attachment_alts: alts.some(Boolean) ? JSON.stringify(alts) : null,
});

/** The form of a new post. */
export function postForm({ title, description, ...post }: PostFields, images: StoredImage[]) {
  const form = new FormData();
  form.append('title', title.trim());
  form.append('description', description.trim());
  for (const [name, field] of Object.entries(optionalFields(post)))
    if (field) form.append(name, field);
  for (const image of images) form.append('attachments', toFile(image));
  return form;
}

/** All that is sent with a post, for its idempotency key. */
export function postContent(
  { title, description, ...post }: PostFields,
  fingerprints: string[],
): string {
  const fields = Object.values(optionalFields(post)).filter((field) => field !== null);
  return JSON.stringify([title.trim(), description.trim(), ...fingerprints, ...fields]);
}
