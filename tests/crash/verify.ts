import { sql } from 'kysely';
import sharp from 'sharp';

import { IMAGE_WIDTHS, largestImageUrl, parseImageUrl } from '#lib/contract/images.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';
import { type FileStore, rootKeyOf } from '#lib/server/platform/storage/file-store.ts';

import type { Acknowledged } from './writers.ts';

const PREFIX = '/media/';

/** @returns whether the file of an image exists and can be decoded completely */
async function isWhole(files: FileStore, key: string): Promise<boolean> {
  const file = await files.get(key);
  if (!file) return false;
  const bytes = Buffer.from(await new Response(file.body).arrayBuffer());
  return sharp(bytes)
    .stats()
    .then(
      () => true,
      () => false,
    );
}

/** @returns the sizes of an image that are missing or damaged */
async function brokenSizes(files: FileStore, url: string): Promise<string[]> {
  const folder = url.slice(PREFIX.length, url.lastIndexOf('/'));
  const broken: string[] = [];
  for (const width of parseImageUrl(url, IMAGE_WIDTHS)?.widths ?? [])
    if (!(await isWhole(files, `${folder}/${width}.webp`))) broken.push(`${folder}/${width}`);
  return broken;
}

/** @returns an error for each acknowledged post that is not stored completely */
export async function checkAcknowledged(
  { db }: Database,
  files: FileStore,
  acknowledged: Acknowledged[],
): Promise<string[]> {
  const failures: string[] = [];
  for (const { post_id, title, attachments } of acknowledged) {
    const row = await db
      .selectFrom('posts')
      .where('id', '=', post_id)
      .select('title')
      .executeTakeFirst();
    if (row?.title !== title) failures.push(`post ${post_id} is lost`);
    const stored = await db
      .selectFrom('attachments')
      .where('post_id', '=', post_id)
      .select('image_key')
      .execute();
    if (stored.length !== attachments.length) failures.push(`post ${post_id} lost pictures`);
    for (const url of attachments)
      for (const broken of await brokenSizes(files, url)) failures.push(`${broken} is broken`);
  }
  return failures;
}

/** @returns an error for each post that lacks images */
export async function checkImages({ db }: Database, files: FileStore): Promise<string[]> {
  const rows = await db.selectFrom('attachments').select('image_key').execute();
  const broken = await Promise.all(
    rows.map(({ image_key }) => brokenSizes(files, largestImageUrl(image_key))),
  );
  return broken.flat().map((image) => `${image} of a post is missing or broken`);
}

/** @returns an error for each wrong counter and each damaged image */
export async function checkWhole({ db }: Database, files: FileStore): Promise<string[]> {
  const wrong = await db
    .selectFrom('members as m')
    .where('m.posts_count', '<>', (eb) =>
      eb
        .selectFrom('posts')
        .whereRef('author_id', '=', 'm.id')
        .select(sql<number>`count(*)`.as('n')),
    )
    .select('m.id')
    .execute();
  const failures = wrong.map(({ id }) => `member ${id} has a wrong count of posts`);
  const rows = await db.selectFrom('attachments').select('image_key').execute();
  const images = new Set(rows.map(({ image_key }) => image_key));
  for await (const { key } of files.list())
    if (images.has(rootKeyOf(key)) && !(await isWhole(files, key)))
      failures.push(`${key} is broken`);
  return failures;
}
