import { queuedMutation } from '#lib/client/outbox/send-or-queue.ts';
import { pagedQuery } from '#lib/client/query/paged-query.ts';
import { followsKey } from '#lib/client/query/query-keys.ts';
import {
  FOLLOWS_PAGE,
  type FollowerPage,
  type FollowingPage,
} from '#lib/contract/forum/follows.ts';
import type { ForumProfile } from '#lib/contract/people/members.ts';

/** A page of either list. */
export type FollowPage = FollowerPage | FollowingPage;
export type FollowDirection = 'followers' | 'following';

/** The followers of a member, or the members they follow, newest first. */
export const followsQuery = (direction: FollowDirection, viewerId: string) =>
  pagedQuery({
    queryKey: [...followsKey(viewerId), direction],
    path: `web/forum/list/${direction}`,
    limit: FOLLOWS_PAGE,
    keys: ['nextCursor'],
    getNextCursor: ({ nextCursor }: FollowPage) => nextCursor,
    getItems: (page) => ('followers' in page ? page.followers : page.following),
    getId: ({ account_id }) => account_id,
  });

/** Follows or unfollows a member. The cache shows it at once. */
export const followMutation = queuedMutation(({ account_id, followed, name }: ForumProfile) => ({
  action: { kind: 'follow', memberId: account_id, isFollowed: !followed },
  subject: name,
}));
