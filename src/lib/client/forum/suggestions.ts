import { pagedQuery } from '#lib/client/query/paged-query.ts';
import { suggestionsKey } from '#lib/client/query/query-keys.ts';
import { SUGGESTIONS_PAGE, type SuggestionPage } from '#lib/contract/forum/suggestions.ts';

/** Members that the viewer may want to follow, best first. */
export const suggestionsQuery = (viewerId: string) =>
  pagedQuery({
    queryKey: suggestionsKey(viewerId),
    path: 'web/forum/following/suggestions',
    limit: SUGGESTIONS_PAGE,
    keys: ['suggestions', 'nextCursor'],
    getNextCursor: ({ nextCursor }: SuggestionPage) => nextCursor,
    getItems: ({ suggestions }) => suggestions,
    getId: ({ account_id }) => account_id,
  });
