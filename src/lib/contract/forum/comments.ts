import * as z from 'zod/mini';

import { Id } from '#lib/contract/ids.ts';
import { Account } from '#lib/contract/people/members.ts';
import { text } from '#lib/contract/text.ts';

export const COMMENTS_PAGE = 12;

/** How many of the newest comments a post's page shows at first. */
export const NEWEST_COMMENTS = 2;

/** How often an open discussion polls for new comments, in milliseconds. */
export const COMMENTS_POLL_MS = 10_000;

export const CommentInput = z.object({
  /** must match the path */
  post_id: z.optional(Id),
  comment: text({ max: 2000, required: 'comment_required' }),
});
export type CommentInput = z.infer<typeof CommentInput>;

export const Comment = z.object({
  comment_id: z.string(),
  content: z.string(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** ISO 8601, UTC; null when never edited */
  edited_at: z.nullable(z.string()),
  account: Account,
});
export type Comment = z.infer<typeof Comment>;

/** Newest first. This list alone spells `next_cursor` this way. */
export const CommentPage = z.object({
  comments: z.array(Comment),
  next_cursor: z.nullable(z.string()),
});
export type CommentPage = z.infer<typeof CommentPage>;
