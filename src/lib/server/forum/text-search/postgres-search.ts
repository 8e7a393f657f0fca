import { type RawBuilder, sql } from 'kysely';

import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { MatchKind, SearchBackend, SearchList } from './backend-queries.ts';
import {
  type Expression,
  type SearchWord,
  typedName,
  writeExpression,
  writeQuery,
} from './search-words.ts';

// Frequent words are found among the newest rows without reading long posting lists.
const MAX_RECENT = 1000;

const quoted = (word: string) => `'${word}'`;

const SYNTAX = {
  term: ({ term, isPrefix }: { term: string; isPrefix: boolean }) =>
    isPrefix ? `${quoted(term)}:*` : quoted(term),
  and: ' & ',
  or: ' | ',
  not: ' & !',
};

function nameQuery(words: SearchWord[], kind: MatchKind): string {
  const exact = writeExpression(typedName(words), SYNTAX);
  if (kind === 'exact') return exact;
  const fuzzy = words.map((each) => {
    const forms = each.deletions.map((form) => quoted(`~${form}`));
    return `(${[writeExpression(typedName([each]), SYNTAX), ...forms].join(' | ')})`;
  });
  return `${fuzzy.join(' & ')} & !(${exact})`;
}

/** The parameters of a search. Each list of terms is looked up in an index. */
type Values = Record<number, string[]> & {
  query: string;
  viewerId: string | null;
  cursor: string;
};

/** The parameters that change the query's text. */
interface Variant {
  limit: number;
  after: boolean;
  hasViewer: boolean;
  /** the number of lists of terms */
  lists: number;
}

const toValues = (query: string, { viewerId, cursor }: SearchList, lists: string[][]): Values =>
  Object.assign({ query, viewerId, cursor: cursor ?? '' }, lists);

const toVariant = ({ viewerId, cursor, limit }: SearchList, lists: string[][]): Variant => ({
  limit,
  after: cursor !== null,
  hasViewer: viewerId !== null,
  lists: lists.length,
});

/**
 * The lower bound of the newest rows: for a list of their ids, the planner might scan the whole table.
 * @returns the id of the row before them; if there is none, an id below all others
 */
const recentBound = (
  db: Executor,
  table: 'posts' | 'members',
  { cursor }: Values,
  { after }: Variant,
) => {
  const before = db
    .selectFrom(table)
    .$if(after, (query) => query.where('id', '<', cursor))
    .orderBy('id', 'desc')
    .offset(sql.lit(MAX_RECENT))
    .limit(sql.lit(1))
    .select('id');
  return sql<string>`coalesce((${before}), '00000000-0000-0000-0000-000000000000')`;
};

// For a post with a listing, the first vector also contains the listing's words.
const POST_VECTOR = sql.raw('coalesce(p.listing_vector, p.search_vector)');

const matchingPosts = (db: Executor, values: Values, { after, hasViewer }: Variant) =>
  db
    .selectFrom('posts as p')
    .$if(after, (found) => found.where('p.id', '<', values.cursor))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('members as m')
          .whereRef('m.id', '=', 'p.author_id')
          .where('m.disabled_at', 'is', null)
          .select('m.id'),
      ),
    )
    .where(isNotBlocked(db, hasViewer ? values.viewerId : null, 'p.author_id'))
    .where(sql<boolean>`${POST_VECTOR} @@ ${values.query}::tsquery`)
    .select('p.id');

const newestPosts = precompiled((db, values: Values, variant: Variant) =>
  matchingPosts(db, values, variant)
    .where('p.id', '>', recentBound(db, 'posts', values, variant))
    .orderBy('p.id', 'desc')
    .limit(sql.lit(variant.limit)),
);

/** Matching posts by two indexes, each of which covers some of the posts. */
const indexedPosts = precompiled((db, values: Values, variant: Variant) => {
  const found = (column: 'listing_vector' | 'search_vector') =>
    matchingPosts(db, values, variant).where(hasPrefixes(column, values, variant));
  const listed = found('listing_vector').where(sql<boolean>`p.listing_vector is not null`);
  return db
    .with(
      (cte) => cte('hits').materialized(),
      () => found('search_vector').union(listed),
    )
    .selectFrom('hits')
    .orderBy('id', 'desc')
    .limit(sql.lit(variant.limit))
    .select('id');
});

const matchingMembers = (db: Executor, values: Values, { after, hasViewer }: Variant) =>
  db
    .selectFrom('members as m')
    .where(sql<boolean>`m.search_vector @@ ${values.query}::tsquery`)
    .$if(after, (found) => found.where('m.id', '<', values.cursor))
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, hasViewer ? values.viewerId : null, 'm.id'))
    .select(MEMBER_COLUMNS);

const newestMembers = precompiled((db, values: Values, variant: Variant) =>
  matchingMembers(db, values, variant)
    .where('m.id', '>', recentBound(db, 'members', values, variant))
    .orderBy('m.id', 'desc')
    .limit(sql.lit(variant.limit)),
);

const indexedMembers = precompiled((db, values: Values, variant: Variant) =>
  db
    .with(
      (cte) => cte('hits').materialized(),
      () => matchingMembers(db, values, variant),
    )
    .selectFrom('hits')
    .orderBy('member_id', 'desc')
    .limit(sql.lit(variant.limit))
    .selectAll(),
);

/**
 * Searches generated columns: first the newest rows, then the whole index. The subquery is materialized, since the
 * planner might otherwise scan the table backwards.
 */
export const postgresSearch: SearchBackend = {
  async findPosts(db, query, list) {
    const lists = requiredTerms(query.match);
    const values = toValues(writeQuery(query, SYNTAX), list, lists);
    const variant = toVariant(list, lists);
    const newest = await newestPosts(db, values, { ...variant, lists: 0 });
    const isFull = newest.length === list.limit;
    const found = isFull ? newest : await indexedPosts(db, values, variant);
    return found.map(({ id }) => id);
  },

  async findMembers(db, words, closeness, list) {
    const values = toValues(nameQuery(words, closeness), list, []);
    const variant = toVariant(list, []);
    const newest = await newestMembers(db, values, variant);
    return newest.length === list.limit ? newest : indexedMembers(db, values, variant);
  },

  matchesResource(match, where) {
    const column = where === 'title' ? 'title_vector' : 'search_vector';
    const query = writeExpression(match, SYNTAX);
    return sql`r.id in (select resource_id from resource_vectors
      where ${sql.ref(column)} @@ ${query}::tsquery)`;
  },
};

// The length of prefixes in the index (migrations/0001-baseline/postgres-search.ts).
const PREFIX_LENGTH = 12;

const toPrefix = (term: string) => Array.from(term).slice(0, PREFIX_LENGTH).join('');

/**
 * Lists of terms: a match has at least one term of each list. For an `any` of several expressions, the lists of the
 * expressions are combined one by one. This condition is weaker, but a single index scan finds it; for an `or` of
 * several `and`s, the planner might scan the table.
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

/** Whether post `p` may match, by the index of a vector's prefixes: terms are equal when their prefixes are. */
function hasPrefixes(
  column: 'listing_vector' | 'search_vector',
  values: Values,
  { lists }: Variant,
): RawBuilder<boolean> {
  const lookUps = Array.from(
    { length: lists },
    (_, at) => sql`search_prefixes(${sql.ref(`p.${column}`)}) && ${values[at]}::text[]`,
  );
  return sql<boolean>`(${sql.join(lookUps, sql.raw(' and '))})`;
}
