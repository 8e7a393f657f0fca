import { sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import { addSearchTerms } from '#lib/server/forum/text-search/term-queries.ts';
import type {
  ContentTables,
  Executor,
  ResourceBlockTable,
  ResourceDraftTable,
  ResourceTable,
} from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';

export type NewBlock = Omit<ResourceBlockTable, 'resource_id'>;

/** Serializes the publishing of a guide and its translations. @param whole the original's id */
export async function lockTranslations(db: Executor, whole: string): Promise<void> {
  // A guide may have only one of the two rows: never edited, or never published.
  await lockRows(db, 'resource_drafts', [whole]);
  await lockRows(db, 'resources', [whole]);
}

/**
 * Writes published content.
 * @param now milliseconds since 1970; the date of a resource that is published for the first time
 */
export async function upsertResource(
  db: Executor,
  row: Omit<ResourceTable, 'published_at'>,
  now: number,
): Promise<void> {
  const { id: _, ...values } = row;
  await db
    .insertInto('resources')
    .values({ ...row, published_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        ...values,
        published_at: eb.fn.coalesce('resources.published_at', eb.val(now)),
      })),
    )
    .execute();
}

/** Hides a resource from guests. @returns its title, or undefined when it is already hidden */
export const unpublishResource = (db: Executor, id: string) =>
  db
    .updateTable('resources')
    .set({ published_at: null })
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .returning('title')
    .executeTakeFirst();

/** @param blocks not empty */
export async function replaceBlocks(db: Executor, id: string, blocks: NewBlock[]): Promise<void> {
  await db.deleteFrom('resource_blocks').where('resource_id', '=', id).execute();
  const rows = blocks.map((block) => ({ ...block, resource_id: id }));
  await db.insertInto('resource_blocks').values(rows).execute();
  const texts = blocks.filter(({ type }) => type !== 'image');
  for (const { content } of texts) await addSearchTerms(db, content);
}

/** The name of a staff member. @param column the column with their id */
const memberName = (db: Executor, column: string) =>
  db
    .selectFrom('members as m')
    .where('m.id', '=', sql.ref<string>(column))
    .select(sql<string>`m.first_name || ' ' || m.last_name`.as('name'));

/** All resources, published or not, by their ids; those with a `deleted_at` are deleted. */
const allGuides = (db: Executor) =>
  db
    .selectFrom(
      db
        .selectFrom('resources')
        .select('id')
        .union(db.selectFrom('resource_drafts').select('id'))
        .as('g'),
    )
    .leftJoin('resources as r', 'r.id', 'g.id')
    .leftJoin('resource_drafts as d', 'd.id', 'g.id')
    .leftJoin('deleted_resources as x', 'x.id', 'g.id')
    .select(['g.id', 'r.title as published_title', 'r.cover_key as published_cover'])
    .select(['r.language as published_language', 'r.translation_of as published_translation_of'])
    .select(['d.language', 'd.translation_of'])
    .select(['r.published_at', 'd.title', 'd.cover_key', 'd.blocks', 'd.version'])
    .select(['d.published_version', 'd.saved_from', 'd.updated_at'])
    .select(['x.deleted_at', memberName(db, 'x.deleted_by').as('deleted_by')])
    .select(memberName(db, 'd.updated_by').as('updated_by'));

const guides = (db: Executor) => allGuides(db).where('x.deleted_at', 'is', null);

/** A resource with its draft, if it has one. */
export type GuideRow = Awaited<ReturnType<typeof listGuides>>[number];

/** Newest first. */
export const listGuides = (db: Executor, { cursor, limit }: ListQuery) =>
  guides(db)
    .$if(cursor !== null, (query) => query.where('g.id', '<', cursor as string))
    .orderBy('g.id', 'desc')
    .limit(limit)
    .execute();

/** @returns the id and title of each guide, and the original it translates, newest first */
export const listTranslationChoices = (db: Executor) =>
  guides(db)
    .clearSelect()
    .orderBy('g.id', 'desc')
    .select(['g.id', sql<string>`coalesce(d.title, r.title)`.as('title')])
    .select(sql<string>`coalesce(d.language, r.language)`.as('language'))
    .select(
      sql<string | null>`case when d.id is null then r.translation_of else d.translation_of end`.as(
        'translation_of',
      ),
    )
    .execute();

export const findGuide = (db: Executor, id: string) =>
  guides(db).where('g.id', '=', id).executeTakeFirst();

/** Deleted guides, newest first. */
export const listDeletedGuides = (db: Executor, { cursor, limit }: ListQuery) =>
  allGuides(db)
    .where('x.deleted_at', 'is not', null)
    .$if(cursor !== null, (query) => query.where('g.id', '<', cursor as string))
    .orderBy('g.id', 'desc')
    .limit(limit)
    .execute();

export const markDeleted = (db: Executor, row: ContentTables['deleted_resources']) =>
  db.insertInto('deleted_resources').values(row).execute();

/** Restores a deleted guide. @returns whether it was deleted */
export async function unmarkDeleted(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('deleted_resources')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export const listDeletedBefore = (db: Executor, before: number) =>
  db
    .selectFrom('deleted_resources')
    .where('deleted_at', '<', before)
    .orderBy('id')
    .select('id')
    .execute();

/** @returns false when there already is a draft */
export async function insertDraft(db: Executor, row: ResourceDraftTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('resource_drafts')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/**
 * @param version the version that the draft must have
 * @returns whether it had this version
 */
export async function updateDraft(
  db: Executor,
  { id, ...values }: Partial<ResourceDraftTable> & { id: string },
  version: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resource_drafts')
    .set(values)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return Boolean(numUpdatedRows);
}

/** Records images of a resource: they stay stored for a while after the last draft has dropped them. */
export async function upsertImages(
  db: Executor,
  resource_id: string,
  keys: string[],
  named_at: number,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = [...new Set(keys)].map((image_key) => ({ image_key, resource_id, named_at }));
  await db
    .insertInto('resource_images')
    .values(rows)
    .onConflict((conflict) => conflict.column('image_key').doUpdateSet({ named_at }))
    .execute();
}

/** @returns the keys of all images of a resource and its drafts */
export async function listGuideImages(db: Executor, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('resource_images')
    .where('resource_id', '=', id)
    .select('image_key as key')
    .union(db.selectFrom('resources').where('id', '=', id).select('cover_key as key'))
    .union(
      db
        .selectFrom('resource_blocks')
        .where('resource_id', '=', id)
        .where('type', '=', 'image')
        .select('content as key'),
    )
    .execute();
  return rows.map(({ key }) => key);
}

/** Deletes rows of images that no draft has used since a time. */
export async function deleteUnusedImages(db: Executor, before: number): Promise<void> {
  await sql`
    delete from resource_images where named_at < ${before} and not exists (
      select 1 from resource_drafts as d where d.id = resource_images.resource_id and (
        d.cover_key = resource_images.image_key
        or d.blocks like '%' || resource_images.image_key || '%'))`.execute(db);
}

export const deleteImages = (db: Executor, keys: string[]) =>
  db.deleteFrom('resource_images').where('image_key', 'in', keys).execute();

/** Permanently deletes a guide; its images become orphans. */
export async function deleteGuide(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('deleted_resources').where('id', '=', id).execute();
  await db.deleteFrom('resource_images').where('resource_id', '=', id).execute();
  await db.deleteFrom('resource_drafts').where('id', '=', id).execute();
  await db.deleteFrom('resources').where('id', '=', id).execute();
}
