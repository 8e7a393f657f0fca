import type { Post } from '#lib/contract/posts.ts';
import { largestImageUrl } from '#lib/server/members/service.ts';

import { splitAttachments } from './attachment-queries.ts';

/**
 * @param lines as `ATTACHMENTS` selects them
 * @returns the URLs of images, and what they show if any of them is described
 */
export function toAttachments(lines: string | null): Pick<Post, 'attachments' | 'attachment_alts'> {
  const images = splitAttachments(lines);
  const attachments = images.map(({ image_key }) => largestImageUrl(image_key));
  const attachment_alts = images.map(({ alt }) => alt ?? '');
  return attachment_alts.some(Boolean) ? { attachments, attachment_alts } : { attachments };
}
