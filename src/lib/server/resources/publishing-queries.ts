import type { ResourceBlockTable, Executor, ResourceTable } from '#lib/server/db/schema.ts';
import { addSearchTerms } from '#lib/server/search/term-queries.ts';

export type NewBlock = Omit<ResourceBlockTable, 'resource_id'>;

export const insertDraft = (db: Executor, resource: ResourceTable) =>
  db.insertInto('resources').values(resource).execute();

/** @returns undefined when there is none */
export const updateDraft = (
  db: Executor,
  id: string,
  values: Pick<ResourceTable, 'title' | 'cover_key'>,
) =>
  db.updateTable('resources').set(values).where('id', '=', id).returning('id').executeTakeFirst();

/** @param blocks at least one */
export async function replaceBlocks(db: Executor, id: string, blocks: NewBlock[]): Promise<void> {
  await db.deleteFrom('resource_blocks').where('resource_id', '=', id).execute();
  const rows = blocks.map((block) => ({ ...block, resource_id: id }));
  await db.insertInto('resource_blocks').values(rows).execute();
  const texts = blocks.filter(({ type }) => type !== 'image');
  for (const { content } of texts) await addSearchTerms(db, content);
}

export async function listImageKeys(db: Executor, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('resources')
    .where('id', '=', id)
    .select('cover_key as key')
    .unionAll(
      db
        .selectFrom('resource_blocks')
        .where('resource_id', '=', id)
        .where('type', '=', 'image')
        .select('content as key'),
    )
    .execute();
  return rows.map(({ key }) => key);
}

/**
 * @param now milliseconds since 1970
 * @returns undefined when there is no such draft
 */
export const publishDraft = (db: Executor, id: string, now: number) =>
  db
    .updateTable('resources')
    .set({ published_at: now })
    .where('id', '=', id)
    .where('published_at', 'is', null)
    .returning('title')
    .executeTakeFirst();
