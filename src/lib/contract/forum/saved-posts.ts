import * as z from 'zod/mini';

import { Post } from './posts.ts';

/** Posts on a page of the list. */
export const SAVED_PAGE = 20;

const SavedPost = z.object({
  /** stays when the post is deleted */
  post_id: z.string(),
  /** ISO 8601, UTC */
  saved_at: z.string(),
  /** null when the viewer can no longer see it */
  post: z.nullable(Post),
});

/** The most recently saved first. */
export const SavedPostPage = z.object({
  saved: z.array(SavedPost),
  nextCursor: z.nullable(z.string()),
});
export type SavedPostPage = z.infer<typeof SavedPostPage>;
