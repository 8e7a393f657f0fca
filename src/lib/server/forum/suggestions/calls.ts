import { SuggestionPage, SuggestionQuery } from '#lib/contract/forum/suggestions.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { listSuggestions } from './service.ts';

/** Suggestions of members. */
export const calls = {
  'GET /web/forum/following/suggestions': call({
    summary: 'List members to follow',
    token: true,
    query: SuggestionQuery,
    response: SuggestionPage,
    run: (ctx, { query }) => listSuggestions(ctx, query),
  }),
} satisfies Calls;
