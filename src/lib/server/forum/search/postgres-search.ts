import { type RawBuilder, sql } from 'kysely';

import { isNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { MatchKind, SearchBackend, SearchList, SearchWord } from './queries.ts';
import { type Expression, type TextQuery, writeExpression, writeQuery } from './search-words.ts';

// Frequent words are found among the newest rows, without reading long posting lists.
const MAX_RECENT = 1000;

const quoted = (word: string) => `'${word}'`;
const prefix = ({ word }: SearchWord) => `${quoted(word)}:*`;
const all = (parts: string[]) => `(${parts.join(' & ')})`;

function nameQuery(words: SearchWord[], kind: MatchKind): string {
  const exact = all(words.map(prefix));
  if (kind === 'exact') return exact;
  const fuzzy = words.map((each) => {
    const forms = each.deletions.map((form) => quoted(`~${form}`));
    return `(${[prefix(each), ...forms].join(' | ')})`;
  });
  return `${all(fuzzy)} & !${exact}`;
}

const SYNTAX = {
  term: ({ term, isPrefix }: { term: string; isPrefix: boolean }) =>
    isPrefix ? `${quoted(term)}:*` : quoted(term),
  and: ' & ',
  or: ' | ',
  not: ' & !',
};

const matches = (column: string, query: string) =>
  sql<boolean>`${sql.ref(column)} @@ ${query}::tsquery`;

/**
 * The start of the newest rows. A bound, as the planner may join a list of their ids with a scan of the whole table.
 * @returns the id of the row before them; when there is none, one that is below every id
 */
const recentBound = (db: Executor, table: 'posts' | 'members', cursor: string | null) => {
  const before = db
    .selectFrom(table)
    .$if(cursor !== null, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .offset(sql.lit(MAX_RECENT))
    .limit(sql.lit(1))
    .select('id');
  return sql<string>`coalesce((${before}), '00000000-0000-0000-0000-000000000000')`;
};

// For a post with a listing, the first also contains its words.
const POST_VECTOR = sql.raw('coalesce(p.listing_vector, p.search_vector)');

/** The start of a page, and its viewer. */
type Start = Pick<SearchList, 'cursor' | 'viewerId'>;

const matchingPosts = (db: Executor, query: TextQuery, { cursor, viewerId }: Start) =>
  db
    .selectFrom('posts as p')
    .$if(cursor !== null, (found) => found.where('p.id', '<', cursor as string))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('members as m')
          .whereRef('m.id', '=', 'p.author_id')
          .where('m.disabled_at', 'is', null)
          .select('m.id'),
      ),
    )
    .where(isNotBlocked(db, viewerId, 'p.author_id'))
    .where(sql<boolean>`${POST_VECTOR} @@ ${writeQuery(query, SYNTAX)}::tsquery`)
    .select('p.id');

/** Matching posts by the indexes, each of which contains some of the posts. */
function indexedPosts(db: Executor, query: TextQuery, start: Start) {
  const found = (column: 'listing_vector' | 'search_vector') =>
    matchingPosts(db, query, start).where(hasPrefixes(column, query.match));
  const listed = found('listing_vector').where(sql<boolean>`p.listing_vector is not null`);
  return found('search_vector').union(listed);
}

const matchingMembers = (db: Executor, query: string, { cursor, viewerId }: Start) =>
  db
    .selectFrom('members as m')
    .where(matches('m.search_vector', query))
    .$if(cursor !== null, (found) => found.where('m.id', '<', cursor as string))
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewerId, 'm.id'))
    .select(MEMBER_COLUMNS);

/**
 * Searches generated columns: the newest rows first, then the whole index. The subquery is materialized, or the planner
 * may scan the table backwards.
 */
export const postgresSearch: SearchBackend = {
  async findPosts(db, query, { limit, ...start }) {
    const matching = matchingPosts(db, query, start);
    const newest = await matching
      .where('p.id', '>', recentBound(db, 'posts', start.cursor))
      .orderBy('p.id', 'desc')
      .limit(sql.lit(limit))
      .execute();
    if (newest.length === limit) return newest.map(({ id }) => id);
    const found = await db
      .with(
        (cte) => cte('hits').materialized(),
        () => indexedPosts(db, query, start),
      )
      .selectFrom('hits')
      .orderBy('id', 'desc')
      .limit(sql.lit(limit))
      .select('id')
      .execute();
    return found.map(({ id }) => id);
  },

  async findMembers(db, words, closeness, { limit, ...start }) {
    const matching = matchingMembers(db, nameQuery(words, closeness), start);
    const newest = await matching
      .where('m.id', '>', recentBound(db, 'members', start.cursor))
      .orderBy('m.id', 'desc')
      .limit(sql.lit(limit))
      .execute();
    if (newest.length === limit) return newest;
    return db
      .with(
        (cte) => cte('hits').materialized(),
        () => matching,
      )
      .selectFrom('hits')
      .orderBy('member_id', 'desc')
      .limit(sql.lit(limit))
      .selectAll()
      .execute();
  },

  matchesResource(match, where) {
    const column = where === 'title' ? 'title_vector' : 'search_vector';
    const found = matches(column, writeExpression(match, SYNTAX));
    return sql`r.id in (select resource_id from resource_vectors where ${found})`;
  },
};

// As long as the prefixes in the index (migrations/0001-initial/postgres-search.ts).
const PREFIX_LENGTH = 12;

const toPrefix = (term: string) => Array.from(term).slice(0, PREFIX_LENGTH).join('');

/**
 * Lists of terms: a match has one term of each list. For `any` of several expressions the first list has
 * a list of each, the second another list of each. This is a weaker condition, but one scan of an index finds it; the
 * planner may read the table for an `or` of several `and`.
 */
function requiredTerms(expression: Expression): string[][] {
  if ('term' in expression) return [[toPrefix(expression.term)]];
  if ('all' in expression) return expression.all.flatMap(requiredTerms);
  const parts = expression.any.map(requiredTerms);
  const count = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: count }, (_, at) => [
    ...new Set(parts.flatMap((lists) => lists[Math.min(at, lists.length - 1)] ?? [])),
  ]);
}

/** Whether post `p` may match, by the index of a vector's prefixes: words that are cut to as many letters are equal. */
function hasPrefixes(
  column: 'listing_vector' | 'search_vector',
  expression: Expression,
): RawBuilder<boolean> {
  const lookUps = requiredTerms(expression).map(
    (terms) => sql`search_prefixes(${sql.ref(`p.${column}`)}) && ${terms}::text[]`,
  );
  return sql<boolean>`(${sql.join(lookUps, sql.raw(' and '))})`;
}
