import type { Executor } from '#lib/server/platform/db/schema.ts';

import { addResource } from './factories.ts';
import type { LoadContext } from './load-context.ts';
import { resources } from './resources.ts';

const DAY = 86_400_000;

/** @returns the resources' ids by key, without translations */
export async function loadResources(
  tx: Executor,
  { images, now }: LoadContext,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { key, language, title, cover, publishedDaysAgo, blocks } of resources) {
    const published_at = now - publishedDaysAgo * DAY;
    const rows = blocks.map((block) =>
      block.type === 'image'
        ? { type: block.type, content: images.take(block.content), alt: block.alt ?? null }
        : block,
    );
    const translation_of = ids.get(key) ?? null;
    const cover_key = images.take(cover);
    const resource = { title, language, translation_of, cover_key, published_at };
    const { id } = await addResource(tx, resource, rows);
    if (!translation_of) ids.set(key, id);
  }
  return ids;
}
