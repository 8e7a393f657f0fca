import { type RawBuilder, sql, SqliteAdapter } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import type { MemberRow } from '#lib/server/people/members/queries.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import {
  listParameters,
  type ListParameters,
  precompiled,
} from '#lib/server/platform/db/precompiled.ts';
import type { Db, Executor } from '#lib/server/platform/db/schema.ts';

import { postgresSearch } from './postgres-search.ts';
import { type Expression, parseTerms, type TextQuery } from './search-words.ts';
import { sqliteSearch } from './sqlite-search.ts';

export type { Expression } from './search-words.ts';

export interface SearchWord {
  /** lower case, without accents; a prefix of the names that are found */
  word: string;
  /** the letter before it, as in `O'Brien` */
  head?: string;
  /** prefixes of the words to find in posts and resources: the word, its plural or singular, its spellings */
  forms: string[];
  /** the word, and the word with each letter left out */
  deletions: string[];
  /** the word of a name that was probably meant, when it is misspelled */
  spelling?: string;
}

/** As typed, or with one wrong letter. */
export type MatchKind = 'exact' | 'fuzzy';

/** A page of what a member finds. */
export interface SearchList extends ListQuery {
  /** null for a guest */
  viewerId: string | null;
}

/** Members that are hidden from the viewer are left out, with their posts. */
export interface SearchBackend {
  /** @returns the posts' ids, newest first */
  findPosts(db: Executor, query: TextQuery, list: SearchList): Promise<string[]>;
  /** Finds members whose names match every word, newest first. No member matches in both kinds. */
  findMembers(
    db: Executor,
    words: SearchWord[],
    closeness: MatchKind,
    list: SearchList,
  ): Promise<MemberRow[]>;
  /** Whether resource `r` matches, in its title or anywhere. */
  matchesResource(match: Expression, where: 'title' | 'anywhere'): RawBuilder<boolean>;
}

/** One implementation a database (docs/decisions/0006-search.md). */
export const searchBackends: Record<DialectName, SearchBackend> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
};

/** Adds the words of a text to those among which misspelled search words are looked up. */
export async function addSearchTerms(db: Executor, text: string): Promise<void> {
  // In order: concurrent transactions insert the rows without a deadlock.
  const terms = parseTerms(text).toSorted();
  if (terms.length > 0) await addedTerms(db, terms, terms.length);
}

/** @returns those of the terms that posts or resources have, in alphabetical order */
export async function listTerms(db: Executor, terms: string[], limit: number): Promise<string[]> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  // One parameter: they are hundreds, and a list of each length would be a statement of its own.
  const list = isSqlite ? JSON.stringify(terms) : terms;
  const rows = await termsIn(db, { list }, { limit, isSqlite });
  return rows.map(({ term }) => term);
}

const termsIn = precompiled(
  (db, { list }: { list: unknown }, { limit, isSqlite }: { limit: number; isSqlite: boolean }) =>
    db
      .selectFrom('search_terms')
      .where(
        isSqlite
          ? sql<boolean>`term in (select value from json_each(${list}))`
          : sql<boolean>`term = any(${list}::text[])`,
      )
      .orderBy('term')
      .limit(sql.lit(limit))
      .select('term'),
);

const addedTerms = precompiled((db, terms: ListParameters, count: number) =>
  db
    .insertInto('search_terms')
    .values(listParameters(terms, count).map((term) => ({ term })))
    .onConflict((conflict) => conflict.doNothing()),
);

// Each of them is looked up in the index.
const UNUSED_BATCH = 50;

const IS_USED = {
  sqlite: sql<boolean>`
    exists (select 1 from posts_fts where posts_fts match '"' || search_terms.term || '"')
    or exists (select 1 from resources_fts where resources_fts match '"' || search_terms.term || '"')`,
  postgres: sql<boolean>`
    exists (select 1 from posts
      where search_prefixes(search_vector) @> array[left(search_terms.term, 12)]
        and search_vector @@ search_terms.term::tsquery)
    or exists (select 1 from resource_vectors where search_vector @@ search_terms.term::tsquery)`,
};

/** Deletes those of the words that no post and no resource has. */
export async function deleteUnusedTerms(db: Executor, terms: string[]): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const isUsed = isSqlite ? IS_USED.sqlite : IS_USED.postgres;
  for (let start = 0; start < terms.length; start += UNUSED_BATCH)
    await db
      .deleteFrom('search_terms')
      .where('term', 'in', terms.slice(start, start + UNUSED_BATCH))
      .where(sql<boolean>`not (${isUsed})`)
      .execute();
}

/** The full-text indexes that store no copy of the texts, and keep a deleted row's words until a merge. */
export const SEARCH_TABLES = ['posts_fts', 'members_fts'] as const;
type SearchTable = (typeof SEARCH_TABLES)[number];

// Some milliseconds each.
const PAGES = 16;

/** A negative number of pages marks all segments for the merge (https://sqlite.org/fts5.html#the_merge_command). */
export const beginMerge = (db: Db, table: SearchTable) => merge(db, table, -PAGES);

const merge = (db: Executor, table: SearchTable, pages: number) =>
  sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values ('merge', ${sql.lit(pages)})`.execute(
    db,
  );

const countChanges = async (db: Executor): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Lists what guests read of posts with a listing. */
export const listGuestTexts = (db: Executor, postIds: string[]) =>
  db
    .selectFrom('posts as p')
    .innerJoin('listings as l', 'l.post_id', 'p.id')
    .where('p.id', 'in', postIds)
    .select(['p.id', 'p.title', 'l.town', 'l.material'])
    .execute();

/** Merges some pages. @returns whether there are more */
export const mergePart = (db: Db, table: SearchTable): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const before = await countChanges(tx);
    await merge(tx, table, PAGES);
    // The insert itself is a change.
    return (await countChanges(tx)) - before > 1;
  });
