import type { ResourceBlockTable, Executor, ResourceTable } from '#lib/server/db/schema.ts';
import { addSearchTerms } from '#lib/server/search/term-queries.ts';

export type NewBlock = Omit<ResourceBlockTable, 'resource_id'>;

/**
 * Writes what guests read.
 * @param now milliseconds since 1970: of a resource that was not published yet
 */
export async function upsertResource(
  db: Executor,
  row: Pick<ResourceTable, 'id' | 'title' | 'cover_key'>,
  now: number,
): Promise<void> {
  const { title, cover_key } = row;
  await db
    .insertInto('resources')
    .values({ ...row, published_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        title,
        cover_key,
        published_at: eb.fn.coalesce('resources.published_at', eb.val(now)),
      })),
    )
    .execute();
}

/** Hides a resource from guests. @returns its title, or undefined when it is hidden already */
export const unpublishResource = (db: Executor, id: string) =>
  db
    .updateTable('resources')
    .set({ published_at: null })
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .returning('title')
    .executeTakeFirst();

/** @param blocks at least one */
export async function replaceBlocks(db: Executor, id: string, blocks: NewBlock[]): Promise<void> {
  await db.deleteFrom('resource_blocks').where('resource_id', '=', id).execute();
  const rows = blocks.map((block) => ({ ...block, resource_id: id }));
  await db.insertInto('resource_blocks').values(rows).execute();
  const texts = blocks.filter(({ type }) => type !== 'image');
  for (const { content } of texts) await addSearchTerms(db, content);
}
