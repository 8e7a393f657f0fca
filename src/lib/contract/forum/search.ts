import * as z from 'zod/mini';

import { listQuery } from '#lib/contract/pagination.ts';
import { ROLES } from '#lib/contract/people/members.ts';

import { Post } from './posts.ts';

/** How many accounts, and how many posts, a page has. */
export const SEARCH_PAGE = 2;

// The cursors of the accounts and of the posts, each a rank and an id; `end` after the last.
const CURSOR = String.raw`(end|[01]\.ID)?~(end|[0-2]\.ID)?`;

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
  /** the role, as it is displayed */
  accountType: z.enum(ROLES),
});
export type FoundAccount = z.infer<typeof FoundAccount>;

export const FoundPost = z.extend(Post, { type: z.literal('post') });
export type FoundPost = z.infer<typeof FoundPost>;

/** Best first, then newest first. */
export const SearchPage = z.object({
  accounts: z.array(FoundAccount),
  posts: z.array(FoundPost),
  nextCursor: z.nullable(z.string()),
  /** no post has all words of the search: these have most of them */
  isPartial: z.boolean(),
});
export type SearchPage = z.infer<typeof SearchPage>;
