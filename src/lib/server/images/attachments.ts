import { sql } from 'kysely';

import type { Post } from '#lib/contract/posts.ts';
import type { AttachmentTable } from '#lib/server/db/schema.ts';
import { largestImageUrl } from '#lib/server/members/service.ts';

type Image = Pick<AttachmentTable, 'image_key' | 'alt'>;

// A key has no space, and a description no line break.
const LINE = '\n';

/** Selects the images of a post, of `attachments as a`, in one text: on each line a key, and after a space what it shows. */
export const ATTACHMENTS =
  sql<string>`string_agg(a.image_key || coalesce(' ' || a.alt, ''), ${sql.lit(LINE)} order by a.position)`.as(
    'lines',
  );

/** @returns images as `ATTACHMENTS` selects them */
export const joinAttachments = (images: Image[]): string | null =>
  images.map(({ image_key, alt }) => (alt ? `${image_key} ${alt}` : image_key)).join(LINE) || null;

function splitLine(line: string): [key: string, alt: string] {
  const end = line.indexOf(' ');
  return end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end + 1)];
}

/** @returns the URLs of images, and what they show if any of them is described */
export function toAttachments(
  images: string | null,
): Pick<Post, 'attachments' | 'attachment_alts'> {
  const lines = images?.split(LINE).map(splitLine) ?? [];
  const attachments = lines.map(([key]) => largestImageUrl(key));
  const attachment_alts = lines.map(([, alt]) => alt);
  return attachment_alts.some(Boolean) ? { attachments, attachment_alts } : { attachments };
}
