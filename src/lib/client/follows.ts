import type { QueryClient } from '@tanstack/react-query';

import type { FollowerPage, FollowingPage, FollowState } from '#lib/contract/follows.ts';
import type { ForumProfile } from '#lib/contract/members.ts';
import { FOLLOWS_PAGE } from '#lib/contract/pages.ts';

import { requestData } from './http/request.ts';
import { hasKeys } from './http/response-shape.ts';
import { forumProfileQuery } from './members.ts';
import { pagedQuery, type Pages } from './query/paged-query.ts';
import { removeCachedSuggestion } from './suggestions.ts';

const followState = hasKeys<FollowState>('followed', 'followers');

/** Either list: each has its people under its own name (spec 7). */
export type FollowPage = FollowerPage | FollowingPage;
export type FollowDirection = 'followers' | 'following';

/** Who follows one, or whom one follows, newest first. @param viewerId whose list */
export const followsQuery = (side: FollowDirection, viewerId: string) =>
  pagedQuery<FollowPage>({
    queryKey: ['follows', viewerId, side],
    path: `web/forum/list/${side}`,
    limit: FOLLOWS_PAGE,
    keys: ['nextCursor'],
    getNextCursor: ({ nextCursor }) => nextCursor,
  });

/** @returns everybody of a list, each once */
export const peopleOf = ({ pages }: Pages<FollowPage>) => [
  ...new Map(
    pages
      .flatMap((page) => ('followers' in page ? page.followers : page.following))
      .map((person) => [person.account_id, person]),
  ).values(),
];

const turned = ({ followed, followers }: FollowState): FollowState => ({
  followed: !followed,
  followers: followers + (followed ? -1 : 1),
});

/**
 * Follows the member of a profile, or does so no longer. It is shown at once, and shown as it was when the call
 * fails.
 * @param viewerId who follows
 * @throws ApiError
 */
export async function toggleFollow(
  client: QueryClient,
  viewerId: string,
  { account_id, followed }: ForumProfile,
): Promise<void> {
  const { queryKey } = forumProfileQuery(viewerId, account_id);
  const show = (state: (profile: ForumProfile) => FollowState) => {
    // A profile that is under way was read before the change: it must not undo it.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (kept) => kept && { ...kept, ...state(kept) });
  };
  show(turned);
  try {
    const path = `web/forum/${followed ? 'unfollow' : 'follow'}/account/${account_id}`;
    const state = await requestData(path, followState, { method: followed ? 'patch' : 'post' });
    show(() => state);
    void client.invalidateQueries({ queryKey: ['follows', viewerId] });
    removeCachedSuggestion(client, viewerId, account_id);
  } catch (error) {
    show(turned);
    throw error;
  }
}
