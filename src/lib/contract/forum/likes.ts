import * as z from 'zod/mini';

import { Account } from '#lib/contract/people/members.ts';

export const LIKES_PAGE = 50;

/** The number of avatars under a post. */
export const LIKE_STACK = 3;

export const LikeState = z.object({ likes: z.number(), is_liked: z.boolean() });
export type LikeState = z.infer<typeof LikeState>;

/** Newest first. */
export const LikePage = z.object({
  likes_count: z.number(),
  likes: z.array(Account),
  nextCursor: z.nullable(z.string()),
});
export type LikePage = z.infer<typeof LikePage>;
