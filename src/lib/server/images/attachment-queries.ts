import { sql } from 'kysely';

import type { AttachmentTable } from '#lib/server/db/schema.ts';

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

function splitLine(line: string): Image {
  const end = line.indexOf(' ');
  return end < 0
    ? { image_key: line, alt: null }
    : { image_key: line.slice(0, end), alt: line.slice(end + 1) };
}

/** @returns the images that `ATTACHMENTS` selected */
export const splitAttachments = (lines: string | null): Image[] =>
  lines?.split(LINE).map(splitLine) ?? [];
