import type { QueryClient } from '@tanstack/react-query';

import { SUGGESTIONS_PAGE } from '#lib/contract/pages.ts';
import type { Suggestion, SuggestionPage } from '#lib/contract/suggestions.ts';

import { pagedQuery, type Pages } from './query/paged-query.ts';

/** Whom one may like to follow, the likeliest first. @param viewerId who is asked */
export const suggestionsQuery = (viewerId: string) =>
  pagedQuery<SuggestionPage>({
    queryKey: ['suggestions', viewerId],
    path: 'web/forum/following/suggestions',
    limit: SUGGESTIONS_PAGE,
    keys: ['suggestions', 'nextCursor'],
    getNextCursor: ({ nextCursor }) => nextCursor,
  });

/** @returns everybody suggested, each once */
export const suggestedOf = ({ pages }: Pages<SuggestionPage>): Suggestion[] => [
  ...new Map(
    pages.flatMap(({ suggestions }) => suggestions).map((each) => [each.account_id, each]),
  ).values(),
];

/** Takes somebody who was just followed from the suggestions. */
export function removeCachedSuggestion(
  client: QueryClient,
  viewerId: string,
  memberId: string,
): void {
  const isOther = ({ account_id }: Suggestion) => account_id !== memberId;
  client.setQueryData(
    suggestionsQuery(viewerId).queryKey,
    (kept) =>
      kept && {
        ...kept,
        pages: kept.pages.map((page) => ({
          ...page,
          suggestions: page.suggestions.filter(isOther),
        })),
      },
  );
}
