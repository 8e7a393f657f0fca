import { sql } from 'kysely';

import { isNotBlocked } from '#lib/server/people/blocks/visibility-queries.ts';
import { MEMBER_COLUMNS } from '#lib/server/people/members/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { MatchKind, SearchBackend, SearchWord } from './queries.ts';
import { writeExpression, writeQuery } from './search-words.ts';

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

/** @returns the row number to continue below; for a deleted row, the time in its id */
function rowidBefore(name: 'posts' | 'members', cursor: string) {
  const moment = BigInt(`0x${cursor.slice(0, 8)}${cursor.slice(9, 13)}`) << 20n;
  return sql<number>`coalesce((select fts_rowid from ${sql.table(`${name}_fts_rowids`)} where id = ${cursor}),
    cast(${String(moment)} as integer))`;
}

const quoted = (word: string) => `"${word}"`;
const prefix = ({ word }: SearchWord) => `${quoted(word)}*`;
const all = (parts: string[]) => `(${parts.join(' AND ')})`;

function nameQuery(words: SearchWord[], kind: MatchKind): string {
  const exact = all(words.map((each) => `name : ${prefix(each)}`));
  if (kind === 'exact') return exact;
  const fuzzy = words.map((each) => {
    const forms = each.deletions.map((form) => `deletions : ${quoted(form)}`);
    return `(${[`name : ${prefix(each)}`, ...forms].join(' OR ')})`;
  });
  return `${all(fuzzy)} NOT ${exact}`;
}

const SYNTAX = {
  term: ({ term, isPrefix }: { term: string; isPrefix: boolean }) =>
    isPrefix ? `${quoted(term)}*` : quoted(term),
  and: ' AND ',
  or: ' OR ',
  not: ' NOT ',
};

const tables = (db: Executor) => db.withTables<Tables>();

/** FTS5 reads its index backwards and stops after the page. Cross joins keep SQLite from reordering. */
export const sqliteSearch: SearchBackend = {
  async findPosts(db, query, { viewerId, cursor, limit }) {
    const rows = await tables(db)
      .selectFrom('posts_fts as w')
      .crossJoin('posts_fts_rowids as n')
      .crossJoin('posts as p')
      .crossJoin('members as m')
      .where('w.posts_fts', 'match', writeQuery(query, SYNTAX))
      .$if(cursor !== null, (found) =>
        found.where('w.rowid', '<', rowidBefore('posts', cursor as string)),
      )
      .whereRef('n.fts_rowid', '=', 'w.rowid')
      .whereRef('p.id', '=', 'n.id')
      .whereRef('m.id', '=', 'p.author_id')
      .where('m.disabled_at', 'is', null)
      .where(isNotBlocked(db, viewerId, 'p.author_id'))
      .orderBy('w.rowid', 'desc')
      .limit(limit)
      .select('p.id')
      .execute();
    return rows.map(({ id }) => id);
  },

  findMembers: (db, words, closeness, { viewerId, cursor, limit }) =>
    tables(db)
      .selectFrom('members_fts as w')
      .crossJoin('members_fts_rowids as n')
      .crossJoin('members as m')
      .where('w.members_fts', 'match', nameQuery(words, closeness))
      .$if(cursor !== null, (query) =>
        query.where('w.rowid', '<', rowidBefore('members', cursor as string)),
      )
      .whereRef('n.fts_rowid', '=', 'w.rowid')
      .whereRef('m.id', '=', 'n.id')
      .where('m.disabled_at', 'is', null)
      .where(isNotBlocked(db, viewerId, 'm.id'))
      .orderBy('w.rowid', 'desc')
      .limit(limit)
      .select(MEMBER_COLUMNS)
      .execute(),

  matchesResource(match, where) {
    const query = `(${writeExpression(match, SYNTAX)})`;
    const text = where === 'title' ? `title : ${query}` : query;
    return sql`r.id in (select resource_id from resources_fts where resources_fts match ${text})`;
  },
};
