import { mutationOptions } from '@tanstack/react-query';

import {
  FOLLOWS_PAGE,
  type FollowerPage,
  type FollowingPage,
  type FollowState,
} from '#lib/contract/follows.ts';
import type { ForumProfile } from '#lib/contract/members.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { forumProfileQuery } from './members.ts';
import { pagedQuery } from './query/paged-query.ts';
import { updateCached } from './query/update-cached.ts';
import { removeCachedSuggestion } from './suggestions.ts';
import { toastSuccess } from './toasts/forum-toasts.ts';

const followState = hasKeys<FollowState>('followed', 'followers');

/** Either list; each has its members under its own name. */
export type FollowPage = FollowerPage | FollowingPage;
export type FollowDirection = 'followers' | 'following';

/** The followers of a member, or the members they follow, newest first. */
export const followsQuery = (direction: FollowDirection, viewerId: string) =>
  pagedQuery({
    queryKey: ['follows', viewerId, direction],
    path: `web/forum/list/${direction}`,
    limit: FOLLOWS_PAGE,
    keys: ['nextCursor'],
    getNextCursor: ({ nextCursor }: FollowPage) => nextCursor,
    getItems: (page) => ('followers' in page ? page.followers : page.following),
    getId: ({ account_id }) => account_id,
  });

const setFollowed = (followed: boolean) => (profile: ForumProfile) =>
  profile.followed === followed
    ? profile
    : { ...profile, followed, followers: profile.followers + (followed ? 1 : -1) };

/** Follows a member, or unfollows them. The cache shows it at once. */
export const followMutation = (viewerId: string) =>
  mutationOptions({
    mutationFn: ({ account_id, followed }: ForumProfile) =>
      requestData(
        `web/forum/${followed ? 'unfollow' : 'follow'}/account/${account_id}`,
        followState,
        { method: followed ? 'patch' : 'post' },
      ),
    onMutate: ({ account_id, followed }, { client }) =>
      updateCached(
        client,
        forumProfileQuery(viewerId, account_id).queryKey,
        setFollowed(!followed),
      ),
    onSuccess: (state, { account_id, followed }, _rollback, { client }) => {
      const { queryKey } = forumProfileQuery(viewerId, account_id);
      updateCached<ForumProfile>(client, queryKey, (profile) => ({ ...profile, ...state }));
      void client.invalidateQueries({ queryKey: ['follows', viewerId] });
      removeCachedSuggestion(client, viewerId, account_id);
      toastSuccess(followed ? 'Unfollowed user' : 'Followed a new user.');
    },
    onError: (_error, { followed }, rollback) => rollback?.(setFollowed(followed)),
    meta: { errorToast: {} },
  });
