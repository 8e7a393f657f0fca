import type { RawBuilder } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import type { MemberRow } from '#lib/server/people/members/queries.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { Expression, TextQuery } from './expression.ts';
import { postgresSearch } from './postgres-search.ts';
import { sqliteSearch } from './sqlite-search.ts';

export type { Expression } from './expression.ts';

export interface SearchWord {
  /** lower case, without accents; a prefix of the names that are found */
  word: string;
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
  viewerId: string;
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
