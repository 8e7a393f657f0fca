import { SearchPage, SearchQuery } from '#lib/contract/forum/search.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS, search as searchAll } from './service.ts';

/** Search. */
export const calls = {
  'GET /web/forum/explore/look/account/posts': call({
    summary: 'Search members and posts',
    token: true,
    query: SearchQuery,
    response: SearchPage,
    limits: [LIMITS.search],
    run: (ctx, { query }) => searchAll(ctx, query),
  }),
} satisfies Calls;
