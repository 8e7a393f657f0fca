import * as z from 'zod/mini';

import { Account } from './members.ts';

/** Followers, or followed members, on a page. */
export const FOLLOWS_PAGE = 10;

/** Whether one follows a member, and how many follow them, after a follow or unfollow. */
export const FollowState = z.object({ followed: z.boolean(), followers: z.number() });
export type FollowState = z.infer<typeof FollowState>;

/** Who follows one, newest first; `nextCursor` is null at the end. */
export const FollowerPage = z.object({
  followers: z.array(Account),
  nextCursor: z.nullable(z.string()),
});
export type FollowerPage = z.infer<typeof FollowerPage>;

/** Whom one follows, newest first; `nextCursor` is null at the end. */
export const FollowingPage = z.object({
  following: z.array(Account),
  nextCursor: z.nullable(z.string()),
});
export type FollowingPage = z.infer<typeof FollowingPage>;
