import * as z from 'zod/mini';

import { listQuery } from './pagination.ts';
import { Post } from './posts.ts';

/** Accounts, and posts, on a page. */
export const SEARCH_PAGE = 2;

// The cursor of the accounts (rank and id) and of the posts; `end` after the last.
const CURSOR = String.raw`(end|[01]\.ID)?~(end|ID)?`;

/** A blank search finds nothing. */
export const SearchQuery = z.extend(listQuery(SEARCH_PAGE, CURSOR), {
  search: z._default(z.string(), ''),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const FoundAccount = z.object({
  type: z.literal('account'),
  accountId: z.string(),
  name: z.string(),
  profilePicture: z.nullable(z.string()),
  /** the role's label */
  accountType: z.string(),
});
export type FoundAccount = z.infer<typeof FoundAccount>;

export const FoundPost = z.extend(Post, { type: z.literal('post') });
export type FoundPost = z.infer<typeof FoundPost>;

/** Best first, then newest first. */
export const SearchPage = z.object({
  accounts: z.array(FoundAccount),
  posts: z.array(FoundPost),
  nextCursor: z.nullable(z.string()),
});
export type SearchPage = z.infer<typeof SearchPage>;
