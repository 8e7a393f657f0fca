import * as z from 'zod/mini';

import { Account } from '#lib/contract/people/members.ts';

export const FOLLOWS_PAGE = 10;

/** The result of a follow or unfollow. */
export const FollowState = z.object({ followed: z.boolean(), followers: z.number() });
export type FollowState = z.infer<typeof FollowState>;

/** Newest first. */
export const FollowerPage = z.object({
  followers: z.array(Account),
  nextCursor: z.nullable(z.string()),
});
export type FollowerPage = z.infer<typeof FollowerPage>;

/** Newest first. */
export const FollowingPage = z.object({
  following: z.array(Account),
  nextCursor: z.nullable(z.string()),
});
export type FollowingPage = z.infer<typeof FollowingPage>;
