import { setImmediate as nextTurn } from 'node:timers/promises';

import type {
  FoundAccount,
  FoundPost,
  SearchPage,
  SearchQuery,
} from '#lib/contract/forum/search.ts';
import { listPostsById } from '#lib/server/forum/posts/queries.ts';
import { toPost } from '#lib/server/forum/posts/service.ts';
import type { MatchKind } from '#lib/server/forum/text-search/backend-queries.ts';
import { searchBackends } from '#lib/server/forum/text-search/queries.ts';
import { type SearchWord, parseSearchWords } from '#lib/server/forum/text-search/search-words.ts';
import type { MemberRow } from '#lib/server/people/members/queries.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import { toPage } from '#lib/server/platform/pagination.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { findPosts } from './find-posts.ts';
import { beginMerge, mergePart, SEARCH_TABLES } from './queries.ts';

// Best first; a cursor has the index.
const MATCH_KINDS: MatchKind[] = ['exact', 'fuzzy'];
const EXHAUSTED = 'end';

interface RankedMember extends MemberRow {
  /** index in `MATCH_KINDS` */
  rank: number;
}

/** @param cursor empty for the first page */
async function findMembers(ctx: Ctx, words: SearchWord[], cursor: string, limit: number) {
  const { id: viewerId } = requireViewer(ctx);
  const [start = '', id = null] = cursor === '' ? [] : cursor.split('.');
  const found: RankedMember[] = [];
  for (const [rank, kind] of MATCH_KINDS.entries()) {
    if (rank < Number(start) || found.length === limit) continue;
    const list = {
      viewerId,
      cursor: rank === Number(start) ? id : null,
      limit: limit - found.length,
    };
    const rows = await searchBackends[ctx.dialect].findMembers(ctx.db, words, kind, list);
    found.push(...rows.map((row) => Object.assign(row, { rank })));
  }
  return found;
}

const toFoundAccount = (row: MemberRow): FoundAccount => {
  const { account_id, name, profile_picture, account_type } = toAccount(row);
  return {
    type: 'account',
    accountId: account_id,
    name,
    profilePicture: profile_picture,
    accountType: account_type,
  };
};

async function findAccounts(ctx: Ctx, words: SearchWord[], cursor: string, limit: number) {
  if (cursor === EXHAUSTED) return { accounts: [], next: EXHAUSTED };
  const rows = await findMembers(ctx, words, cursor, limit + 1);
  const { items, nextCursor } = toPage(rows, limit, (row) => `${row.rank}.${row.member_id}`);
  return { accounts: items.map(toFoundAccount), next: nextCursor ?? EXHAUSTED };
}

async function listFoundPosts(ctx: Ctx, words: SearchWord[], cursor: string, limit: number) {
  if (cursor === EXHAUSTED) return { posts: [], next: EXHAUSTED, isPartial: false };
  const { found, isPartial } = await findPosts(ctx, words, { cursor, limit: limit + 1 });
  const { items, nextCursor } = toPage(found, limit, ({ rank, id }) => `${rank}.${id}`);
  const ids = items.map(({ id }) => id);
  const rows = await listPostsById(ctx.db, requireViewer(ctx).id, ids);
  const ordered = ids.flatMap((id) => rows.filter((row) => row.id === id));
  const posts: FoundPost[] = ordered.map((row) =>
    Object.assign(toPost(ctx, row), { type: 'post' as const }),
  );
  return { posts, next: nextCursor ?? EXHAUSTED, isPartial };
}

export const LIMITS = defineLimits({
  search: {
    what: "pages of search results, of a member or of an IP's guests",
    points: 300,
    seconds: 60,
  },
});

/**
 * Finds members by name and posts by their words. Words match in any order and as prefixes, without case and accents;
 * a name may have one wrong letter. Of a material, posts are also found by its other names; `findBest` describes what
 * is found when no post has all words.
 */
export async function search(ctx: Ctx, query: SearchQuery): Promise<SearchPage> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume(LIMITS.search, id);
  const words = parseSearchWords(query.search);
  if (words.length === 0) return { accounts: [], posts: [], nextCursor: null, isPartial: false };
  const [accountsCursor = '', postsCursor = ''] = (query.cursor ?? '').split('~');
  const members = await findAccounts(ctx, words, accountsCursor, query.limit);
  const found = await listFoundPosts(ctx, words, postsCursor, query.limit);
  const isEnd = members.next === EXHAUSTED && found.next === EXHAUSTED;
  const nextCursor = isEnd ? null : `${members.next}~${found.next}`;
  const { posts, isPartial } = found;
  return { accounts: members.accounts, posts, nextCursor, isPartial };
}

/**
 * Merges SQLite's search index, which otherwise contains the words of deleted rows until enough are deleted.
 */
export async function mergeSearchIndex({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const table of SEARCH_TABLES) {
    await beginMerge(db, table);
    // Requests are handled in between: SQLite's queries run in this process.
    while (await mergePart(db, table)) await nextTurn();
  }
}
