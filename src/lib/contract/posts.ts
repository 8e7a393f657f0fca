import * as z from 'zod/mini';

import { Account } from './members.ts';
import { text } from './text.ts';

/** Posts on a page of Explore and of My Discussions. */
export const POSTS_PAGE = 10;

/** Posts on a page of a forum profile. */
export const MEMBER_POSTS_PAGE = 2;

// A schema that reads a property is not removed from bundles that do not use it.
const MAX_TITLE = 150;
const MAX_DESCRIPTION = 10_000;

/** How long the texts of a post may be, in UTF-16 units. */
export const POST_MAX = { title: MAX_TITLE, description: MAX_DESCRIPTION } as const;

/** Pictures a post may carry (spec 9). */
export const MAX_ATTACHMENTS = 5;

/** A guest sees this many posts before `Login to continue`. */
export const PREVIEW_PAGE = 5;

/** What a member writes: title and description, both required (spec 5). */
export const PostInput = z.object({
  title: text({ max: MAX_TITLE, required: 'title_required' }),
  description: text({ max: MAX_DESCRIPTION, required: 'description_required' }),
});
export type PostInput = z.infer<typeof PostInput>;

/** A post as the calls answer it (design 5). */
export const Post = z.object({
  post_id: z.string(),
  title: z.string(),
  description: z.string(),
  /** addresses of its pictures, at most 5; see `pictures.ts` for their sizes */
  attachments: z.array(z.string()),
  /** ISO 8601, UTC */
  created_at: z.string(),
  comments: z.number(),
  likes: z.number(),
  is_liked: z.boolean(),
  share_link: z.string(),
  post_owner: z.boolean(),
  account: Account,
});
export type Post = z.infer<typeof Post>;

/** A page of posts, newest first; `nextCursor` is null at the end. */
export const PostPage = z.object({ posts: z.array(Post), nextCursor: z.nullable(z.string()) });
export type PostPage = z.infer<typeof PostPage>;
