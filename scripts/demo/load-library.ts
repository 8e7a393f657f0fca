import type { Executor } from '#lib/server/db/schema.ts';

import { addResource } from './factories.ts';
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
    const rows = blocks.map((block) => ({ type: block.type, content: content(block) }));
    const { id } = await addResource(
      tx,
      { title, cover_key: pictures.take(cover), published_at },
      rows,
    );
    ids.set(key, id);
  }
  return ids;
}
