import * as z from 'zod/mini';

/** Likes on a page. */
export const LIKES_PAGE = 50;

/** Avatars in the stack under a post. */
export const LIKE_STACK = 3;

/** What a post's like button shows, after a like or unlike. */
export const LikeState = z.object({ likes: z.number(), is_liked: z.boolean() });
export type LikeState = z.infer<typeof LikeState>;

/** Who likes a post (spec 3), newest first; `nextCursor` is null at the end. */
export const LikePage = z.object({
  likes_count: z.number(),
  likes: z.array(z.object({ name: z.string(), profile_picture: z.nullable(z.string()) })),
  nextCursor: z.nullable(z.string()),
});
export type LikePage = z.infer<typeof LikePage>;
