import { queryOptions } from '@tanstack/react-query';

import type { ForumProfile } from '#lib/contract/members.ts';

import { callData } from './http/request.ts';
import { having } from './http/response-shape.ts';

const FRESH_MS = 60_000;
const profile = having<ForumProfile>('account_id', 'followers', 'followed');

/** A member's forum profile. @param viewerId who looks @param memberId whose it is */
export const forumProfileQuery = (viewerId: string, memberId: string) =>
  queryOptions({
    queryKey: ['profile', viewerId, memberId],
    queryFn: ({ signal }) => callData(`web/forum/users/${memberId}/profile`, profile, { signal }),
    staleTime: FRESH_MS,
  });
