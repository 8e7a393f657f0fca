import type { ListQuery } from '#lib/contract/pagination.ts';
import type { DialectName } from '#lib/server/db/dialect.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import type { MemberRow } from '#lib/server/members/queries.ts';

import { postgresSearch } from './postgres-search.ts';
import { sqliteSearch } from './sqlite-search.ts';

/** A word that is looked for. */
export interface SearchWord {
  /** small letters without accents, or digits; what is found begins with it */
  word: string;
  /** the word and it with each one letter left out, when typing errors are looked past */
  deletions: string[];
}

/** How well a name matches: as typed, or only past an error of one letter. */
export type MatchKind = 'exact' | 'fuzzy';

/** Finds what holds every one of some words, newest first; disabled members and their posts are not found. */
export interface SearchBackend {
  /** @returns the posts' ids @param list its cursor is a post's id */
  findPosts(db: Executor, words: SearchWord[], list: ListQuery): Promise<string[]>;
  /** @param list its cursor is a member's id; no member is found in both kinds of closeness */
  findMembers(
    db: Executor,
    words: SearchWord[],
    closeness: MatchKind,
    list: ListQuery,
  ): Promise<MemberRow[]>;
}

/** The one part of reading that the databases do differently (docs/decisions/0006-search.md). */
export const searchBackends: Record<DialectName, SearchBackend> = {
  sqlite: sqliteSearch,
  postgres: postgresSearch,
};
