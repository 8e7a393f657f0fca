import type { QueryClient } from '@tanstack/react-query';

import { pagedQuery } from '#lib/client/query/paged-query.ts';
import type { Pages } from '#lib/client/query/update-cached.ts';
import {
  SEARCH_PAGE,
  type FoundAccount,
  type FoundPost,
  type SearchPage,
} from '#lib/contract/forum/search.ts';

export type SearchResult = FoundAccount | FoundPost;

/** The members and posts that match a search, best first; on each page, members come before posts. */
export const searchQuery = (viewerId: string, term: string) =>
  pagedQuery({
    queryKey: ['posts', 'search', viewerId, term],
    path: 'web/forum/explore/look/account/posts',
    limit: SEARCH_PAGE,
    keys: ['accounts', 'posts', 'nextCursor'],
    getNextCursor: ({ nextCursor }: SearchPage) => nextCursor,
    getItems: ({ accounts, posts }): SearchResult[] => [...accounts, ...posts],
    getId: (result) => (result.type === 'account' ? result.accountId : result.post_id),
    params: { search: term },
  });

/** Whether the cached results match only some words of the search. */
export const isPartialSearch = (client: QueryClient, viewerId: string, term: string): boolean =>
  client.getQueryData<Pages<SearchPage>>(searchQuery(viewerId, term).queryKey)?.pages[0]
    ?.isPartial === true;
