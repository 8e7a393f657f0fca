import { createHash } from 'node:crypto';

import type { PostInput } from '#lib/contract/posts.ts';
import type { UploadedImage } from '#lib/server/images/service.ts';

/** Hashes all that a request to create a post sent, as an idempotency key works for one content only. */
export function hashPostRequest(
  { title, description }: PostInput,
  uploads: UploadedImage[],
): string {
  const sizes = uploads.map(({ bytes }) => bytes.length);
  const hash = createHash('sha256').update(JSON.stringify([title, description, sizes]));
  for (const { bytes } of uploads) hash.update(bytes);
  return hash.digest('base64url');
}
