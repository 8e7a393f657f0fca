import * as z from 'zod/mini';

import { ID_PATTERN } from './ids.ts';
import { Account } from './members.ts';
import { listQuery } from './pagination.ts';

/** Suggested members on a page. */
export const SUGGESTIONS_PAGE = 3;

// How many one follows that follow them, followers, posts, id: what the list is ordered by.
const CURSOR = new RegExp(`^(\\d{1,9}\\.){3}${ID_PATTERN}$`);

/** Where the suggestions go on, and how many a page. */
export const SuggestionQuery = listQuery(SUGGESTIONS_PAGE, CURSOR);

/** Somebody to follow (spec 3): a member and how many follow them. */
export const Suggestion = z.extend(Account, { followers_count: z.number() });
export type Suggestion = z.infer<typeof Suggestion>;

/** Whom one may like to follow, the likeliest first; `nextCursor` is null at the end. */
export const SuggestionPage = z.object({
  suggestions: z.array(Suggestion),
  nextCursor: z.nullable(z.string()),
});
export type SuggestionPage = z.infer<typeof SuggestionPage>;
