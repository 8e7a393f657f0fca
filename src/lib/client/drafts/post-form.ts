// The form data of a new post.
import { type StoredImage, toFile } from '#lib/client/device/stored-images.ts';
import type { PostInput } from '#lib/contract/forum/posts.ts';

import { type ListingDraft, listingField } from './listing-draft.ts';

/** Descriptions of photos, by the fingerprint of a selected photo or the URL of a stored one. */
export type PhotoDescriptions = Record<string, string>;

/** @returns the descriptions in the order of the keys; empty for a photo without one */
export const altsOf = (descriptions: PhotoDescriptions | undefined, keys: string[]): string[] =>
  keys.map((key) => descriptions?.[key]?.trim() ?? '');

/** @param alts descriptions in the order of the keys */
export const toDescriptions = (keys: string[], alts: string[] = []): PhotoDescriptions =>
  Object.fromEntries(keys.flatMap((key, i) => (alts[i] ? [[key, alts[i]]] : [])));

/** A post without its images. */
export interface PostFields extends PostInput {
  /** the listing, if any */
  listing?: ListingDraft | undefined;
  /** descriptions of the images, in their order */
  alts?: string[];
}

/** The optional fields of a post. */
const optionalFields = ({ listing, alts = [] }: Pick<PostFields, 'listing' | 'alts'>) => ({
  listing: listingField(listing),
  attachment_alts: alts.some(Boolean) ? JSON.stringify(alts) : null,
});

export function postForm({ title, description, ...post }: PostFields, images: StoredImage[]) {
  const form = new FormData();
  form.append('title', title.trim());
  form.append('description', description.trim());
  for (const [name, field] of Object.entries(optionalFields(post)))
    if (field) form.append(name, field);
  for (const image of images) form.append('attachments', toFile(image));
  return form;
}

/** The whole content of a post, for its idempotency key. */
export function postContent(
  { title, description, ...post }: PostFields,
  fingerprints: string[],
): string {
  const fields = Object.values(optionalFields(post)).filter((field) => field !== null);
  return JSON.stringify([title.trim(), description.trim(), ...fingerprints, ...fields]);
}
