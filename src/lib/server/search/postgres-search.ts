import { sql } from 'kysely';

import type { Executor } from '#lib/server/db/schema.ts';
import { MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

import type { MatchKind, SearchBackend, SearchWord } from './queries.ts';

// Frequent words are found among the newest rows, without reading long posting lists.
const MAX_RECENT = 1000;
// As long as the prefixes in the index (migrations/0001-initial/postgres-search.ts).
const PREFIX_LENGTH = 12;

const quoted = (word: string) => `'${word}'`;
const prefix = ({ word }: SearchWord) => `${quoted(word)}:*`;
const anyForm = ({ forms }: SearchWord) =>
  `(${forms.map((form) => `${quoted(form)}:*`).join(' | ')})`;
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

/** Whether a post has a word with one of the forms, by the index. */
const hasPrefix = ({ forms }: SearchWord) => {
  const prefixes = forms.map((form) => Array.from(form).slice(0, PREFIX_LENGTH).join(''));
  return sql<boolean>`search_prefixes(p.search_vector) && ${prefixes}::text[]`;
};

const matches = (column: string, query: string) =>
  sql<boolean>`${sql.ref(column)} @@ ${query}::tsquery`;

/**
 * Where the newest rows begin. A bound, as the planner may join a list of their ids with a scan of the whole table.
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

const matchingPosts = (db: Executor, words: SearchWord[], cursor: string | null) =>
  db
    .selectFrom('posts as p')
    .$if(cursor !== null, (query) => query.where('p.id', '<', cursor as string))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('members as m')
          .whereRef('m.id', '=', 'p.author_id')
          .where('m.disabled_at', 'is', null)
          .select('m.id'),
      ),
    )
    .where(matches('p.search_vector', all(words.map(anyForm))))
    .select('p.id');

const matchingMembers = (db: Executor, query: string, cursor: string | null) =>
  db
    .selectFrom('members as m')
    .where(matches('m.search_vector', query))
    .$if(cursor !== null, (found) => found.where('m.id', '<', cursor as string))
    .where('m.disabled_at', 'is', null)
    .select(MEMBER_COLUMNS);

/**
 * Searches generated columns: the newest rows first, then the whole index. The subquery is materialized, or the planner
 * may scan the table backwards.
 */
export const postgresSearch: SearchBackend = {
  async findPosts(db, words, { cursor, limit }) {
    const matching = matchingPosts(db, words, cursor);
    const newest = await matching
      .where('p.id', '>', recentBound(db, 'posts', cursor))
      .orderBy('p.id', 'desc')
      .limit(sql.lit(limit))
      .execute();
    if (newest.length === limit) return newest.map(({ id }) => id);
    const found = await db
      .with(
        (cte) => cte('hits').materialized(),
        () => words.reduce((query, word) => query.where(hasPrefix(word)), matching),
      )
      .selectFrom('hits')
      .orderBy('id', 'desc')
      .limit(sql.lit(limit))
      .select('id')
      .execute();
    return found.map(({ id }) => id);
  },

  async findMembers(db, words, closeness, { cursor, limit }) {
    const matching = matchingMembers(db, nameQuery(words, closeness), cursor);
    const newest = await matching
      .where('m.id', '>', recentBound(db, 'members', cursor))
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

  matchesResource(words, where) {
    const column = where === 'title' ? 'title_vector' : 'search_vector';
    const match = matches(column, all(words.map(anyForm)));
    return sql`r.id in (select resource_id from resource_vectors where ${match})`;
  },
};
