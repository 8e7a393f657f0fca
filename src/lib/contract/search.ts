import * as z from 'zod/mini';

import { ID_PATTERN } from './ids.ts';
import { listQuery } from './pagination.ts';
import { Post } from './posts.ts';

/** Accounts, and posts, on a page of results. */
export const SEARCH_PAGE = 2;

// Where the accounts go on (how well they match, and an id) and where the posts do; `end` when there are no more.
const CURSOR = new RegExp(`^(end|[01]\\.${ID_PATTERN})?~(end|${ID_PATTERN})?$`);

/** What is looked for, and where the results go on. Any text may be looked for; a blank one finds nothing. */
export const SearchQuery = z.extend(listQuery(SEARCH_PAGE, CURSOR), {
  search: z._default(z.string(), ''),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** A member that was found (spec 3). */
export const FoundAccount = z.object({
  type: z.literal('account'),
  accountId: z.string(),
  name: z.string(),
  profilePicture: z.nullable(z.string()),
  /** the role in words */
  accountType: z.string(),
});
export type FoundAccount = z.infer<typeof FoundAccount>;

/** A post that was found. */
export const FoundPost = z.extend(Post, { type: z.literal('post') });
export type FoundPost = z.infer<typeof FoundPost>;

/** A page of results, the best first and the newest among equals; `nextCursor` is null at the end. */
export const SearchPage = z.object({
  accounts: z.array(FoundAccount),
  posts: z.array(FoundPost),
  nextCursor: z.nullable(z.string()),
});
export type SearchPage = z.infer<typeof SearchPage>;
