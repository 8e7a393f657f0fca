import type { ErrorCode } from '#lib/contract/error-codes.ts';
import {
  MAX_REASONS,
  MAX_SUSPENSION_DAYS,
  QUARANTINE_DAYS,
} from '#lib/contract/moderation/moderation.ts';

/** What is wrong with a report, a decision, or what is written about it (docs/product.md, "Moderation"). */
export const MODERATION_MESSAGES = {
  comment_not_found: 'This comment no longer exists.',
  own_comment_report: 'You cannot report your own comment.',
  own_report: 'You cannot report yourself.',
  comment_already_reported: 'You have already reported this comment.',
  member_already_reported: 'You have already reported this member.',
  action_invalid: 'Please choose what to do.',
  decision_reason_required: 'Please choose a reason, or write one.',
  reason_not_found: 'This reason is no longer on the list. Please choose another one.',
  reason_text_required: 'Please write the reason.',
  reason_exists: 'This reason is already on the list.',
  too_many_reasons: `The list can have at most ${MAX_REASONS} reasons. Remove one first.`,
  days_out_of_range: `Please choose 1 to ${MAX_SUSPENSION_DAYS} days.`,
  nothing_to_remove: 'There’s nothing to remove. It was already changed or removed.',
  decision_not_found: 'This decision no longer exists.',
  already_replied: 'You have already replied to this decision.',
  no_reply: 'The member hasn’t replied.',
  already_responded: 'Someone has already responded to this reply.',
  not_reversible: `This can no longer be undone. What was removed can be put back for ${QUARANTINE_DAYS} days, as long as what it belongs to still exists.`,
  not_closed: 'The member can already choose a new one.',
  post_pending:
    'Our staff reviews this post before it’s published. Until then, you can only read and delete it.',
  pending_post_not_found: 'This post is no longer waiting for review.',
} as const satisfies Partial<Record<ErrorCode, string>>;
