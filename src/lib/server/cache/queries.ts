import type { Executor } from '#lib/server/db/schema.ts';

import type { PageTag } from './page-policy.ts';

/** Lists the version of each tag. */
export const listCacheVersions = (db: Executor) =>
  db.selectFrom('cache_versions').select(['tag', 'version']).execute();

/** Increments a tag's version. @returns the new version */
export async function incrementCacheVersion(db: Executor, tag: PageTag): Promise<number> {
  const { version } = await db
    .insertInto('cache_versions')
    .values({ tag, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('tag')
        .doUpdateSet((eb) => ({ version: eb('cache_versions.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
