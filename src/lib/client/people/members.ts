import { queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { profileKey } from '#lib/client/query/query-keys.ts';
import type { ForumProfile } from '#lib/contract/people/members.ts';

const STALE_TIME_MS = 60_000;
const profileBody = hasKeys<ForumProfile>('account_id', 'followers', 'followed');

export const forumProfileQuery = (viewerId: string, memberId: string) =>
  queryOptions({
    queryKey: profileKey(viewerId, memberId),
    queryFn: ({ signal }) =>
      requestData(`web/forum/users/${memberId}/profile`, profileBody, { signal }),
    staleTime: STALE_TIME_MS,
  });
