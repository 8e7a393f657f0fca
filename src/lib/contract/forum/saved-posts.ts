import * as z from 'zod/mini';

import { Post } from './posts.ts';

/** How many a page of the list has. */
export const SAVED_PAGE = 20;

const SavedPost = z.object({
  /** also of a post that is gone */
  post_id: z.string(),
  /** ISO 8601, UTC */
  saved_at: z.string(),
  /** null once the viewer does not see it any more */
  post: z.nullable(Post),
});

/** The last one that was saved first. */
export const SavedPostPage = z.object({
  saved: z.array(SavedPost),
  nextCursor: z.nullable(z.string()),
});
export type SavedPostPage = z.infer<typeof SavedPostPage>;
