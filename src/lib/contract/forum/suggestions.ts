import * as z from 'zod/mini';

import { listQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';

export const SUGGESTIONS_PAGE = 3;

// The sort key: mutual follows, followers, posts, id. Then an id from the time of the first page.
const CURSOR = String.raw`(\d{1,9}\.){3}ID\.ID`;

export const SuggestionQuery = listQuery(SUGGESTIONS_PAGE, CURSOR);

export const Suggestion = z.extend(Account, { followers_count: z.number() });
export type Suggestion = z.infer<typeof Suggestion>;

/** Best first. */
export const SuggestionPage = z.object({
  suggestions: z.array(Suggestion),
  nextCursor: z.nullable(z.string()),
});
export type SuggestionPage = z.infer<typeof SuggestionPage>;
