import { type RawBuilder, sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import type { DialectName } from '#lib/server/db/dialect.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import type { SearchWord } from '#lib/server/search/queries.ts';

import { matchesResource } from './resource-search.ts';

/** A search of the library. */
export interface ResourceSearch {
  dialect: DialectName;
  /** all of them must be met; at least one */
  words: SearchWord[];
}

/** What is shown of a resource in a list. */
export type CardRow = Omit<ResourceRow, 'rank'>;

/** A resource that is published, and how well it meets what is looked for. */
export type ResourceRow = Awaited<ReturnType<typeof listResources>>[number];

// How well a resource meets the search: 1 when its title does.
const rankOf = (search: ResourceSearch | null): RawBuilder<number> =>
  search
    ? sql`case when ${matchesResource[search.dialect](search.words, 'title')} then 1 else 0 end`
    : sql.lit(0);

/** Every resource that may be shown; all reads of resources start here. */
const published = (db: Executor, search: ResourceSearch | null) =>
  db
    .selectFrom('resources as r')
    .where('r.published_at', 'is not', null)
    .select(['r.id', 'r.title', 'r.cover_key'])
    .select((eb) => eb.ref('r.published_at').$castTo<number>().as('published_at'))
    .select(rankOf(search).as('rank'));

/**
 * Lists resources: of a search those first whose title meets it, else and among equals the newest first.
 * @param list its cursor is `rank.published_at.id` of the last row seen
 */
export function listResources(
  db: Executor,
  { cursor, limit }: ListQuery,
  search: ResourceSearch | null,
) {
  const [rank = '', publishedAt = '', id = ''] = (cursor ?? '').split('.');
  return published(db, search)
    .$if(search !== null, (query) => {
      const { dialect, words } = search as ResourceSearch;
      return query.where(matchesResource[dialect](words, 'anywhere'));
    })
    .$if(cursor !== null, (query) =>
      query.where(
        sql<boolean>`(${rankOf(search)}, r.published_at, r.id) < (${Number(rank)}, ${Number(publishedAt)}, ${id})`,
      ),
    )
    .orderBy('rank', 'desc')
    .orderBy('r.published_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

/** Finds one resource. */
export const findResource = (db: Executor, id: string) =>
  published(db, null).where('r.id', '=', id).executeTakeFirst();

/** Lists the pieces of a resource, in their order. */
export const listBlocks = (db: Executor, resourceId: string) =>
  db
    .selectFrom('resource_blocks')
    .where('resource_id', '=', resourceId)
    .orderBy('position')
    .select(['id', 'type', 'content'])
    .execute();

/** Lists the newest resources with their first paragraph. */
export const listNewestResources = (db: Executor, limit: number) =>
  published(db, null)
    .select((eb) =>
      eb
        .selectFrom('resource_blocks as b')
        .whereRef('b.resource_id', '=', 'r.id')
        .where('b.type', '=', 'TEXT')
        .orderBy('b.position')
        .limit(1)
        .select('b.content')
        .as('summary'),
    )
    .orderBy('r.published_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
