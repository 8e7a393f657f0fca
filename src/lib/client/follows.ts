import { mutationOptions, type QueryClient } from '@tanstack/react-query';

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
import { sendOrQueue } from './outbox/send-or-queue.ts';
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

/** A profile that the viewer follows, or does not follow. */
export const setFollowed = (followed: boolean) => (profile: ForumProfile) =>
  profile.followed === followed
    ? profile
    : { ...profile, followed, followers: profile.followers + (followed ? 1 : -1) };

/** @param isFollowed as it will be */
export const requestFollow = (memberId: string, isFollowed: boolean): Promise<FollowState> =>
  requestData(`web/forum/${isFollowed ? 'follow' : 'unfollow'}/account/${memberId}`, followState, {
    method: isFollowed ? 'post' : 'patch',
  });

/** Shows the followers of a member that the server responds with. */
export function cacheFollow(
  client: QueryClient,
  viewerId: string,
  memberId: string,
  state: FollowState,
): void {
  const { queryKey } = forumProfileQuery(viewerId, memberId);
  updateCached<ForumProfile>(client, queryKey, (profile) => ({ ...profile, ...state }));
  void client.invalidateQueries({ queryKey: ['follows', viewerId] });
  removeCachedSuggestion(client, viewerId, memberId);
  toastSuccess(state.followed ? 'Followed a new user.' : 'Unfollowed user');
}

/** Follows a member, or unfollows them. The cache shows it at once. */
export const followMutation = (viewerId: string) =>
  mutationOptions({
    mutationFn: ({ account_id, followed, name }: ForumProfile) =>
      sendOrQueue(() => requestFollow(account_id, !followed), {
        action: { kind: 'follow', memberId: account_id, isFollowed: !followed },
        subject: name,
      }),
    onMutate: ({ account_id, followed }, { client }) =>
      updateCached(
        client,
        forumProfileQuery(viewerId, account_id).queryKey,
        setFollowed(!followed),
      ),
    onSuccess: (state, { account_id }, _rollback, { client }) => {
      if (state) cacheFollow(client, viewerId, account_id, state);
    },
    onError: (_error, { followed }, rollback) => rollback?.(setFollowed(followed)),
    meta: { errorToast: {} },
  });
