import { type RawBuilder, sql } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import {
  type Expression,
  type SearchBackend,
  searchBackends,
} from '#lib/server/forum/text-search/queries.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import type { Executor, ResourceTable } from '#lib/server/platform/db/schema.ts';

/** Of a text that has several of the parts, more is found first. */
export interface ResourceSearch {
  dialect: DialectName;
  parts: Expression[];
}

/** Filters resources. */
interface ResourceFilter {
  /**
   * the reader's language: of a guide and its translations only one is listed, in this language if possible; null for
   * all
   */
  language: string | null;
  search: ResourceSearch | null;
  /** a condition on titles */
  topic: ResourceSearch | null;
}

export type CardRow = Omit<ResourceRow, 'rank'>;

/** A published resource, and its rank in the search. */
export type ResourceRow = Awaited<ReturnType<typeof listResources>>[number];

type Place = Parameters<SearchBackend['matchesResource']>[1];

// The id that a guide and its translations share.
const WHOLE = sql`coalesce(r.translation_of, r.id)`;

/** Whether a guide or any of its translations matches: each is found in every language. */
const anyMatches = (matches: RawBuilder<boolean>) => sql<boolean>`${WHOLE} in (
  select ${WHOLE} from resources as r where r.published_at is not null and ${matches})`;

/** Whether this is the version of a guide for readers of a language: the translation, or else the original. */
const isFor = (language: string) => sql<boolean>`(r.language = ${language} or (
  not exists (select 1 from resources as s where s.published_at is not null and s.language = ${language}
    and (s.id = r.translation_of or s.translation_of = ${WHOLE}))
  and not exists (select 1 from resources as s where s.published_at is not null and s.id = r.translation_of)))`;

/** Whether a guide has each part of a search in a place. */
const partsIn = ({ dialect, parts }: ResourceSearch, place: Place) =>
  parts.map((part) => anyMatches(searchBackends[dialect].matchesResource(part, place)));

const hasAny = (search: ResourceSearch, place: Place) =>
  sql<boolean>`(${sql.join(partsIn(search, place), sql` or `)})`;

// A guide is about what its title names: that counts more than another word somewhere in its text.
const TITLE_WEIGHT = 2;

/** The number of parts that a guide has, and more for those in its title. */
function rankOf(search: ResourceSearch | null): RawBuilder<number> {
  if (!search) return sql.lit(0);
  const count = (place: Place, each: number) =>
    partsIn(search, place).map((isIn) => sql`case when ${isIn} then ${sql.lit(each)} else 0 end`);
  const counts = [...count('anywhere', 1), ...count('title', TITLE_WEIGHT)];
  return sql`(${sql.join(counts, sql` + `)})`;
}

/** The base of all reads: published resources. */
const published = (db: Executor, search: ResourceSearch | null) =>
  db
    .selectFrom('resources as r')
    .where('r.published_at', 'is not', null)
    .select(['r.id', 'r.title', 'r.cover_key', 'r.language', 'r.translation_of'])
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
  { language, search, topic }: ResourceFilter,
) {
  const [rank = '', publishedAt = '', id = ''] = (cursor ?? '').split('.');
  return published(db, search)
    .$if(search !== null, (query) => query.where(hasAny(search as ResourceSearch, 'anywhere')))
    .$if(language !== null, (query) => query.where(isFor(language as string)))
    .$if(topic !== null, (query) => query.where(hasAny(topic as ResourceSearch, 'title')))
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

/** Lists a guide's translations. */
export const listTranslations = (
  db: Executor,
  { id, translation_of }: Pick<ResourceTable, 'id' | 'translation_of'>,
) =>
  db
    .selectFrom('resources as r')
    .where('r.published_at', 'is not', null)
    .where('r.id', '!=', id)
    .where(sql<boolean>`${WHOLE} = ${translation_of ?? id}`)
    .orderBy('r.language')
    .orderBy('r.id')
    .select(['r.id', 'r.language'])
    .execute();

/** In order. */
export const listBlocks = (db: Executor, resourceId: string) =>
  db
    .selectFrom('resource_blocks')
    .where('resource_id', '=', resourceId)
    .orderBy('position')
    .select(['id', 'type', 'content', 'alt'])
    .execute();

/** Lists the newest resources for readers of a language, each with its first paragraph. */
export const listNewestResources = (db: Executor, language: string, limit: number) =>
  published(db, null)
    .where(isFor(language))
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
