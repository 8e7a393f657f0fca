import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { MAX_REASONS, MAX_SUSPENSION_DAYS, QUARANTINE_DAYS } from '#lib/contract/moderation.ts';

/** What is wrong with a report, a decision, or what is written about it (docs/product.md, "Moderation"). */
export const MODERATION_MESSAGES = {
  comment_not_found: 'This comment no longer exists.',
  own_comment_report: 'You cannot report your own comment.',
  own_report: 'You cannot report yourself.',
  comment_already_reported: 'You have already reported this comment.',
  member_already_reported: 'You have already reported this member.',
  action_invalid: 'Please choose what to do about it.',
  decision_reason_required: 'Please choose a reason, or write one.',
  reason_not_found: 'This reason is no longer in the list. Please choose another one.',
  reason_text_required: 'Please write the reason.',
  reason_exists: 'This reason is in the list already.',
  too_many_reasons: `The list has at most ${MAX_REASONS} reasons. Remove one first.`,
  days_out_of_range: `Please choose 1 to ${MAX_SUSPENSION_DAYS} days.`,
  nothing_to_remove: 'There is nothing to remove: it was changed or removed already.',
  decision_not_found: 'This decision no longer exists.',
  already_replied: 'You have already replied to this decision.',
  no_reply: 'The member has not replied.',
  already_responded: 'The reply was responded to already.',
  not_reversible: `This can no longer be taken back. What was removed can be put back for ${QUARANTINE_DAYS} days, while what it belongs to exists.`,
  post_pending:
    'The staff look at this post before it is published. Until then you can only read and delete it.',
  pending_post_not_found: 'This post no longer waits for a look.',
} as const satisfies Partial<Record<ErrorCode, string>>;
