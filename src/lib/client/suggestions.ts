import type { QueryClient } from '@tanstack/react-query';

import {
  SUGGESTIONS_PAGE,
  type Suggestion,
  type SuggestionPage,
} from '#lib/contract/suggestions.ts';

import { pagedQuery, updatePages } from './query/paged-query.ts';

/** Members the viewer may like to follow, best first. */
export const suggestionsQuery = (viewerId: string) =>
  pagedQuery({
    queryKey: ['suggestions', viewerId],
    path: 'web/forum/following/suggestions',
    limit: SUGGESTIONS_PAGE,
    keys: ['suggestions', 'nextCursor'],
    getNextCursor: ({ nextCursor }: SuggestionPage) => nextCursor,
    getItems: ({ suggestions }) => suggestions,
    getId: ({ account_id }) => account_id,
  });

/** Removes a member who was just followed from the suggestions. */
export function removeCachedSuggestion(
  client: QueryClient,
  viewerId: string,
  memberId: string,
): void {
  const isOther = ({ account_id }: Suggestion) => account_id !== memberId;
  updatePages<SuggestionPage>(client, suggestionsQuery(viewerId).queryKey, (page) => ({
    ...page,
    suggestions: page.suggestions.filter(isOther),
  }));
}
