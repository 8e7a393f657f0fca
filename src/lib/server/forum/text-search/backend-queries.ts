import type { RawBuilder } from 'kysely';

import type { ListQuery } from '#lib/contract/pagination.ts';
import type { MemberRow } from '#lib/server/people/members/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';

import type { Expression, SearchWord, TextQuery } from './search-words.ts';

/** Matched as typed, or with one wrong letter. */
export type MatchKind = 'exact' | 'fuzzy';

/** A page of results. */
export interface SearchList extends ListQuery {
  /** null for a guest */
  viewerId: string | null;
}

/** Members hidden from the viewer are left out, with their posts. */
export interface SearchBackend {
  /** @returns the posts' ids, newest first */
  findPosts(db: Executor, query: TextQuery, list: SearchList): Promise<string[]>;
  /** Finds members whose names match every word, newest first. The two kinds of matches do not overlap. */
  findMembers(
    db: Executor,
    words: SearchWord[],
    closeness: MatchKind,
    list: SearchList,
  ): Promise<MemberRow[]>;
  /** Whether resource `r` matches in its title, or anywhere. */
  matchesResource(match: Expression, where: 'title' | 'anywhere'): RawBuilder<boolean>;
}
