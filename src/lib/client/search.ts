import { SEARCH_PAGE } from '#lib/contract/pages.ts';
import type { SearchPage } from '#lib/contract/search.ts';

import { pagedQuery } from './query/paged-query.ts';

/** Members and posts that are found, the best first. @param viewerId who looks @param term what was typed */
export const searchQuery = (viewerId: string, term: string) =>
  pagedQuery<SearchPage>({
    queryKey: ['posts', 'search', viewerId, term],
    path: 'web/forum/explore/look/account/posts',
    limit: SEARCH_PAGE,
    keys: ['accounts', 'posts', 'nextCursor'],
    getNextCursor: ({ nextCursor }) => nextCursor,
    params: { search: term },
  });
