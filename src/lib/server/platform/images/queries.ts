import { sql } from 'kysely';

import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { AttachmentTable, Executor } from '#lib/server/platform/db/schema.ts';

/** @returns the keys of images and documents that rows refer to */
export async function listUsedKeys(db: Executor, keys: string[]): Promise<Set<string>> {
  const used = await db
    .selectFrom('attachments')
    .where('image_key', 'in', keys)
    .select('image_key as key')
    .union(
      db
        .selectFrom('members')
        .where('avatar_key', 'in', keys)
        .select('avatar_key as key')
        .$castTo<{ key: string }>(),
    )
    .union(db.selectFrom('resources').where('cover_key', 'in', keys).select('cover_key as key'))
    .union(
      db
        .selectFrom('resource_blocks')
        .where('type', '=', 'image')
        .where('content', 'in', keys)
        .select('content as key'),
    )
    .union(
      db.selectFrom('resource_images').where('image_key', 'in', keys).select('image_key as key'),
    )
    .union(db.selectFrom('policy_versions').where('file_key', 'in', keys).select('file_key as key'))
    // Removed content can be restored.
    .union(
      db
        .selectFrom('quarantine_rows')
        .where('image_key', 'in', keys)
        .select('image_key as key')
        .$castTo<{ key: string }>(),
    )
    .union(db.selectFrom('policies').where('file_key', 'in', keys).select('file_key as key'))
    .execute();
  return new Set(used.map(({ key }) => key));
}

const quarantineOf = precompiled((db, { key }: { key: string }) =>
  db
    .selectFrom('quarantine_rows as r')
    .innerJoin('quarantine as q', 'q.id', 'r.quarantine_id')
    .where('r.image_key', '=', key)
    .select(['q.decision_id', 'q.member_id']),
);

const guidesOf = precompiled((db, { key }: { key: string }) =>
  db
    .selectFrom('resources')
    .where('cover_key', '=', key)
    .select('published_at')
    .unionAll(
      db
        .selectFrom('resource_blocks as b')
        .innerJoin('resources as r', 'r.id', 'b.resource_id')
        .where('b.content', '=', key)
        // Literal, as in the index: a parameter would not use it.
        .where('b.type', '=', sql.lit('image' as const))
        .select('r.published_at'),
    )
    .unionAll(
      db
        .selectFrom('resource_images')
        .where('image_key', '=', key)
        .select(sql<number | null>`null`.as('published_at')),
    ),
);

const policiesOf = precompiled((db, { key }: { key: string }) =>
  db
    .selectFrom('policy_versions')
    .where('file_key', '=', key)
    .where('published_at', 'is not', null)
    .select('kind')
    .unionAll(db.selectFrom('policies').where('file_key', '=', key).select('kind')),
);

/**
 * Whether a file is unpublished content of staff: an image of a guide that is hidden from guests, or a PDF that is
 * not a version of a policy.
 */
export async function isDraftFile(db: Executor, key: string): Promise<boolean> {
  if (key.endsWith('.pdf')) return (await policiesOf(db, { key })).length === 0;
  const guides = await guidesOf(db, { key });
  return guides.length > 0 && guides.every(({ published_at }) => published_at === null);
}

/**
 * Finds the removed content or pending post with this image.
 * @param key of the image
 */
export async function findQuarantineOf(db: Executor, key: string) {
  const [found] = await quarantineOf(db, { key });
  return found;
}

type Image = Pick<AttachmentTable, 'image_key' | 'alt'>;

// Keys contain no spaces, and descriptions no line breaks.
const LINE = '\n';

/**
 * Selects the images of a post, of `attachments as a`, as one text: each line has a key, a space, and the
 * description.
 */
export const ATTACHMENTS =
  sql<string>`string_agg(a.image_key || coalesce(' ' || a.alt, ''), ${sql.lit(LINE)} order by a.position)`.as(
    'lines',
  );

/** @returns images in the format of `ATTACHMENTS` */
export const joinAttachments = (images: Image[]): string | null =>
  images.map(({ image_key, alt }) => (alt ? `${image_key} ${alt}` : image_key)).join(LINE) || null;

function splitLine(line: string): Image {
  const end = line.indexOf(' ');
  return end < 0
    ? { image_key: line, alt: null }
    : { image_key: line.slice(0, end), alt: line.slice(end + 1) };
}

/** @returns the images in a text of `ATTACHMENTS` */
export const splitAttachments = (lines: string | null): Image[] =>
  lines?.split(LINE).map(splitLine) ?? [];
