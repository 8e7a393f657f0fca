import type { Executor } from '#lib/server/db/schema.ts';
import { idAt } from '#lib/server/ids.ts';

import type { Load } from './load.ts';
import { resources } from './resources.ts';
import type { DemoBlock } from './types.ts';

const DAY = 86_400_000;

/** @returns the id of each resource's key */
export async function loadLibrary(
  tx: Executor,
  { pictures, now }: Load,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const content = ({ type, content: said }: DemoBlock) =>
    type === 'image' ? pictures.take(said) : said;
  for (const { key, title, cover, publishedDaysAgo, blocks } of resources) {
    const published_at = now - publishedDaysAgo * DAY;
    const id = idAt(published_at);
    const cover_key = pictures.take(cover);
    await tx.insertInto('resources').values({ id, title, cover_key, published_at }).execute();
    const rows = blocks.map((block, position) => ({
      id: idAt(published_at),
      resource_id: id,
      position,
      type: block.type,
      content: content(block),
    }));
    await tx.insertInto('blocks').values(rows).execute();
    ids.set(key, id);
  }
  return ids;
}
