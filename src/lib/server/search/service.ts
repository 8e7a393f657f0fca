import type { FoundAccount, FoundPost, SearchPage, SearchQuery } from '#lib/contract/search.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { MemberRow } from '#lib/server/members/queries.ts';
import { toAccount } from '#lib/server/members/service.ts';
import { cutPage } from '#lib/server/pagination.ts';
import { listPostsById } from '#lib/server/posts/queries.ts';
import { toPosts } from '#lib/server/posts/service.ts';

import { type Closeness, searches, type SearchWord } from './queries.ts';
import { searchWords } from './search-words.ts';

// How well names match, the best first; a cursor tells them by their place here.
const CLOSENESS: Closeness[] = ['typed', 'near'];
const END = 'end';

interface Found extends MemberRow {
  /** its place in `CLOSENESS` */
  rank: number;
}

/** Those that match as typed, then those that match nearly. @param place where to go on, empty at the start */
async function findMembers(ctx: Ctx, words: SearchWord[], place: string, limit: number) {
  const [rank = '', id = null] = place === '' ? [] : place.split('.');
  const found: Found[] = [];
  for (let at = Number(rank); at < CLOSENESS.length && found.length < limit; at += 1) {
    const list = { cursor: at === Number(rank) ? id : null, limit: limit - found.length };
    const closeness = CLOSENESS[at] as Closeness;
    const rows = await searches[ctx.dialect].findMembers(ctx.db, words, closeness, list);
    found.push(...rows.map((row) => Object.assign(row, { rank: at })));
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

async function findAccounts(ctx: Ctx, words: SearchWord[], place: string, limit: number) {
  if (place === END) return { accounts: [], next: END };
  const rows = await findMembers(ctx, words, place, limit + 1);
  const { shown, nextCursor } = cutPage(rows, limit, (row) => `${row.rank}.${row.member_id}`);
  return { accounts: shown.map(toFoundAccount), next: nextCursor ?? END };
}

async function findPosts(ctx: Ctx, words: SearchWord[], place: string, limit: number) {
  if (place === END) return { posts: [], next: END };
  const list = { cursor: place || null, limit: limit + 1 };
  const ids = await searches[ctx.dialect].findPosts(ctx.db, words, list);
  const { shown, nextCursor } = cutPage(ids, limit, (id) => id);
  const rows = await listPostsById(ctx.db, requireViewer(ctx).id, shown);
  const ordered = shown.flatMap((id) => rows.filter((row) => row.id === id));
  const found = await toPosts(ctx, ordered);
  const posts: FoundPost[] = found.map((post) => Object.assign(post, { type: 'post' as const }));
  return { posts, next: nextCursor ?? END };
}

/**
 * Finds members by name and posts by their words (spec 2, search). Words count in any order and by their beginning,
 * accents and case do not; in a name one wrong letter is forgiven. The best come first, among equals the newest.
 * @throws RateLimitError
 */
export async function search(ctx: Ctx, query: SearchQuery): Promise<SearchPage> {
  const { id } = requireViewer(ctx);
  await ctx.limits.consume('search', id);
  const words = searchWords(query.search);
  if (words.length === 0) return { accounts: [], posts: [], nextCursor: null };
  const [people = '', texts = ''] = (query.cursor ?? '').split('~');
  const { accounts, next: nextPeople } = await findAccounts(ctx, words, people, query.limit);
  const { posts, next: nextTexts } = await findPosts(ctx, words, texts, query.limit);
  const isEnd = nextPeople === END && nextTexts === END;
  return { accounts, posts, nextCursor: isEnd ? null : `${nextPeople}~${nextTexts}` };
}
