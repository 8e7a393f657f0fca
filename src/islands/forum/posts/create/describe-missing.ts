import { isBlank } from '#lib/contract/characters.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';
import type { PostInput } from '#lib/contract/forum/posts.ts';

/**
 * Says what a post still needs, beside the button that sends it.
 * @param photos the number of its photos
 * @param purpose e.g. `post`
 * @returns an empty text when nothing is missing
 */
export function describeMissing(
  { title, description }: PostInput,
  photos: number,
  purpose: 'post' | 'update',
): string {
  const missing = [isBlank(title) && 'a title', isBlank(description) && 'a description'];
  const fields = missing.filter(Boolean).join(' and ');
  if (fields) return `Add ${fields} to ${purpose}.`;
  const excess = photos - MAX_ATTACHMENTS;
  if (excess <= 0) return '';
  return `Remove ${excess === 1 ? '1 photo' : `${excess} photos`} to ${purpose}.`;
}
