import { SuggestionPage, SuggestionQuery } from '#lib/contract/suggestions.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** Suggestions of members. */
export const OPERATIONS = {
  'GET /web/forum/following/suggestions': {
    summary: 'List members to follow',
    query: SuggestionQuery,
    response: SuggestionPage,
  },
} satisfies Operations;
