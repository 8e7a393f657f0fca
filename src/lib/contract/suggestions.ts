import * as z from 'zod/mini';

import { Account } from './members.ts';

/** Suggested people a page (spec 9). */
export const SUGGESTIONS_PAGE = 3;

/** Somebody to follow (spec 3): a member and how many follow them. */
export const Suggestion = z.extend(Account, { followers_count: z.number() });
export type Suggestion = z.infer<typeof Suggestion>;

/** Whom one may like to follow, the likeliest first; `nextCursor` is null at the end. */
export const SuggestionPage = z.object({
  suggestions: z.array(Suggestion),
  nextCursor: z.nullable(z.string()),
});
export type SuggestionPage = z.infer<typeof SuggestionPage>;
