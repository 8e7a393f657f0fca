import type { PageTag } from '#lib/server/platform/cache/page-policy.ts';

import type { CacheVersionTable, Executor } from './schema.ts';

// A change locks its row until it is committed. Concurrent changes rarely meet in one of several.
const ROWS_PER_TAG = 8;

const randomRow = (tag: PageTag): CacheVersionTable['tag'] =>
  `${tag}/${Math.floor(Math.random() * ROWS_PER_TAG)}`;

/** @returns the tag that a row of `cache_versions` belongs to */
export const tagOf = ({ tag }: CacheVersionTable): PageTag => tag.split('/', 1)[0] as PageTag;

/** Lists the versions of all tags. */
export const listCacheVersions = (db: Executor): Promise<CacheVersionTable[]> =>
  db.selectFrom('cache_versions').select(['tag', 'version']).execute();

/** Increments a version of each tag. @returns the new versions */
export async function incrementCacheVersions(
  db: Executor,
  tags: PageTag[],
): Promise<CacheVersionTable[]> {
  if (tags.length === 0) return [];
  return db
    .insertInto('cache_versions')
    .values(tags.map((tag) => ({ tag: randomRow(tag), version: 1 })))
    .onConflict((conflict) =>
      conflict
        .column('tag')
        .doUpdateSet((eb) => ({ version: eb('cache_versions.version', '+', 1) })),
    )
    .returning(['tag', 'version'])
    .execute();
}
