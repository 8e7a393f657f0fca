import { sql } from 'kysely';

import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import { isNotBlocked } from '#lib/server/people/members/visibility-queries.ts';
import { precompiled } from '#lib/server/platform/db/precompiled.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { MatchKind, SearchBackend, SearchList } from './backend-queries.ts';
import { type SearchWord, typedName, writeExpression, writeQuery } from './search-words.ts';

/** Numbers the rows of an index by time. */
interface Numbers {
  fts_rowid: number;
  id: string;
}

/** The FTS5 indexes, whose name is also the matched column. */
type Tables = {
  posts_fts: { rowid: number; posts_fts: string };
  members_fts: { rowid: number; members_fts: string };
  posts_fts_rowids: Numbers;
  members_fts_rowids: Numbers;
};

/** The parameters of a search. */
interface Values {
  match: string;
  viewerId: string | null;
  cursor: string;
  /** the row number of the current time */
  moment: string;
}

/** The parameters that change the query's text. */
interface Variant {
  limit: number;
  after: boolean;
  hasViewer: boolean;
}

const toValues = (match: string, { viewerId, cursor }: SearchList): Values => ({
  match,
  viewerId,
  cursor: cursor ?? '',
  moment: cursor ? String(BigInt(`0x${cursor.slice(0, 8)}${cursor.slice(9, 13)}`) << 20n) : '0',
});

const toVariant = ({ viewerId, cursor, limit }: SearchList): Variant => ({
  limit,
  after: cursor !== null,
  hasViewer: viewerId !== null,
});

/** @returns the row number from which to continue; for a deleted row, derived from the time in its id */
const rowidBefore = (name: 'posts' | 'members', { cursor, moment }: Values) =>
  sql<number>`coalesce((select fts_rowid from ${sql.table(`${name}_fts_rowids`)} where id = ${cursor}),
    cast(${moment} as integer))`;

const quoted = (word: string) => `"${word}"`;

const SYNTAX = {
  term: ({ term, isPrefix }: { term: string; isPrefix: boolean }) =>
    isPrefix ? `${quoted(term)}*` : quoted(term),
  and: ' AND ',
  or: ' OR ',
  not: ' NOT ',
};

const NAME_SYNTAX = {
  ...SYNTAX,
  term: (term: Parameters<typeof SYNTAX.term>[0]) => `name : ${SYNTAX.term(term)}`,
};

function nameQuery(words: SearchWord[], kind: MatchKind): string {
  const exact = writeExpression(typedName(words), NAME_SYNTAX);
  if (kind === 'exact') return exact;
  const fuzzy = words.map((each) => {
    const forms = each.deletions.map((form) => `deletions : ${quoted(form)}`);
    return `(${[writeExpression(typedName([each]), NAME_SYNTAX), ...forms].join(' OR ')})`;
  });
  return `(${fuzzy.join(' AND ')}) NOT (${exact})`;
}

const tables = (db: Executor) => db.withTables<Tables>();

const postsFound = precompiled((db, values: Values, { limit, after, hasViewer }: Variant) =>
  tables(db)
    .selectFrom('posts_fts as w')
    .crossJoin('posts_fts_rowids as n')
    .crossJoin('posts as p')
    .crossJoin('members as m')
    .where('w.posts_fts', 'match', values.match)
    .$if(after, (found) => found.where('w.rowid', '<', rowidBefore('posts', values)))
    .whereRef('n.fts_rowid', '=', 'w.rowid')
    .whereRef('p.id', '=', 'n.id')
    .whereRef('m.id', '=', 'p.author_id')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, hasViewer ? values.viewerId : null, 'p.author_id'))
    .orderBy('w.rowid', 'desc')
    .limit(sql.lit(limit))
    .select('p.id'),
);

const membersFound = precompiled((db, values: Values, { limit, after, hasViewer }: Variant) =>
  tables(db)
    .selectFrom('members_fts as w')
    .crossJoin('members_fts_rowids as n')
    .crossJoin('members as m')
    .where('w.members_fts', 'match', values.match)
    .$if(after, (found) => found.where('w.rowid', '<', rowidBefore('members', values)))
    .whereRef('n.fts_rowid', '=', 'w.rowid')
    .whereRef('m.id', '=', 'n.id')
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, hasViewer ? values.viewerId : null, 'm.id'))
    .orderBy('w.rowid', 'desc')
    .limit(sql.lit(limit))
    .select(MEMBER_COLUMNS),
);

/** FTS5 reads its index backwards and stops after the page. Cross joins keep SQLite from reordering. */
export const sqliteSearch: SearchBackend = {
  async findPosts(db, query, list) {
    const values = toValues(writeQuery(query, SYNTAX), list);
    return (await postsFound(db, values, toVariant(list))).map(({ id }) => id);
  },

  findMembers: (db, words, closeness, list) =>
    membersFound(db, toValues(nameQuery(words, closeness), list), toVariant(list)),

  matchesResource(match, where) {
    const query = `(${writeExpression(match, SYNTAX)})`;
    const text = where === 'title' ? `title : ${query}` : query;
    return sql`r.id in (select resource_id from resources_fts where resources_fts match ${text})`;
  },
};
