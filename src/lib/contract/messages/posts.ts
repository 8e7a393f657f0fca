import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { MAX_ATTACHMENTS } from '#lib/contract/forum/posts.ts';

/** What is wrong with a post, a comment or a report. */
export const POST_MESSAGES = {
  title_required: 'Please write a title.',
  description_required: 'Please write a description.',
  too_many_attachments: `A post can have at most ${MAX_ATTACHMENTS} attachments.`,
  comment_required: 'Please add your comment.',
  report_reason_required: 'Please provide a reason of report.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export const tooLong = (maximum: number): string => `Please use at most ${maximum} characters.`;
