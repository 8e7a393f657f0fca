import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { NewPost } from '#lib/contract/posts.ts';
import type { UploadedImage } from '#lib/server/images/service.ts';

// Some 3 ms of processor time.
const SLICE_BYTES = 1024 * 1024;

/** Hashes all that a request to create a post sent, as an idempotency key works for one content only. */
export async function hashPostRequest(
  { title, description, listing, attachment_alts: alts }: NewPost,
  uploads: UploadedImage[],
): Promise<string> {
  const sizes = uploads.map(({ bytes }) => bytes.length);
  // Without a listing and descriptions, posts from before there were any have the same hash.
  const described = alts.some(Boolean) ? [alts] : [];
  const parts = [title, description, sizes, ...(listing ? [listing] : []), ...described];
  const hash = createHash('sha256').update(JSON.stringify(parts));
  for (const { bytes } of uploads) {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      hash.update(bytes.subarray(at, at + SLICE_BYTES));
      // Other requests come between.
      await setImmediate();
    }
  }
  return hash.digest('base64url');
}
