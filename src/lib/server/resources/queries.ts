import { type RawBuilder, sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import type { DialectName } from '#lib/server/db/dialect.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { type Expression, searchBackends } from '#lib/server/search/queries.ts';

export interface ResourceSearch {
  dialect: DialectName;
  match: Expression;
}

/** Which resources to list. */
interface ResourceFilter {
  search: ResourceSearch | null;
  /** what their titles must have */
  topic: ResourceSearch | null;
}

export type CardRow = Omit<ResourceRow, 'rank'>;

/** A published resource, and how well it matches the search. */
export type ResourceRow = Awaited<ReturnType<typeof listResources>>[number];

const titleMatches = ({ dialect, match }: ResourceSearch) =>
  searchBackends[dialect].matchesResource(match, 'title');

// 1 when the title matches.
const rankOf = (search: ResourceSearch | null): RawBuilder<number> =>
  search ? sql`case when ${titleMatches(search)} then 1 else 0 end` : sql.lit(0);

/** The base of all reads: published resources. */
const published = (db: Executor, search: ResourceSearch | null) =>
  db
    .selectFrom('resources as r')
    .where('r.published_at', 'is not', null)
    .select(['r.id', 'r.title', 'r.cover_key'])
    .select((eb) => eb.ref('r.published_at').$castTo<number>().as('published_at'))
    .select(rankOf(search).as('rank'))
    .select((eb) =>
      eb
        .selectFrom('resource_blocks as t')
        .whereRef('t.resource_id', '=', 'r.id')
        .where('t.type', '!=', 'image')
        .select(sql<number>`coalesce(sum(length(t.content)), 0)`.as('text_length'))
        .$asScalar()
        .as('text_length'),
    );

/**
 * Best match first, then newest first.
 * @param list its cursor is `rank.published_at.id` of the last row
 */
export function listResources(
  db: Executor,
  { cursor, limit }: ListQuery,
  { search, topic }: ResourceFilter,
) {
  const [rank = '', publishedAt = '', id = ''] = (cursor ?? '').split('.');
  return published(db, search)
    .$if(search !== null, (query) => {
      const { dialect, match } = search as ResourceSearch;
      return query.where(searchBackends[dialect].matchesResource(match, 'anywhere'));
    })
    .$if(topic !== null, (query) => query.where(titleMatches(topic as ResourceSearch)))
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

export const findResource = (db: Executor, id: string) =>
  published(db, null).where('r.id', '=', id).executeTakeFirst();

/** In their order. */
export const listBlocks = (db: Executor, resourceId: string) =>
  db
    .selectFrom('resource_blocks')
    .where('resource_id', '=', resourceId)
    .orderBy('position')
    .select(['id', 'type', 'content', 'alt'])
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
