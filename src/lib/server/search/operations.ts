import { SearchPage, SearchQuery } from '#lib/contract/search.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Search. */
export const OPERATIONS = {
  'GET /web/forum/explore/look/account/posts': {
    summary: 'Search members and posts',
    query: SearchQuery,
    response: SearchPage,
    limits: [LIMITS.search],
  },
} satisfies Operations;
