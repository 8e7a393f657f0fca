import * as z from 'zod/mini';

import { Id } from './ids.ts';
import { Account } from './members.ts';
import { text } from './text.ts';

/** Comments on a page. */
export const COMMENTS_PAGE = 12;

/** What a member writes under a post (spec 3). */
export const CommentInput = z.object({
  /** the post's, as the path has it */
  post_id: z.optional(Id),
  comment: text({ max: 2000, required: 'comment_required' }),
});
export type CommentInput = z.infer<typeof CommentInput>;

/** A comment as the calls answer it. */
export const Comment = z.object({
  comment_id: z.string(),
  content: z.string(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  account: Account,
});
export type Comment = z.infer<typeof Comment>;

/** A page of comments, newest first; `next_cursor` (this list alone spells it so, spec 7) is null at the end. */
export const CommentPage = z.object({
  comments: z.array(Comment),
  next_cursor: z.nullable(z.string()),
});
export type CommentPage = z.infer<typeof CommentPage>;
