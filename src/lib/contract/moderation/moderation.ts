import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Post } from '#lib/contract/forum/posts.ts';
import { Id } from '#lib/contract/ids.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';
import { text } from '#lib/contract/text.ts';

/** The subjects of reports. */
export const REPORT_KINDS = ['post', 'comment', 'member'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** The decisions of staff: for a post or comment `stays` or `remove`, for a member all but `remove`. */
export const MODERATION_ACTIONS = [
  'stays',
  'remove',
  'remove_avatar',
  'remove_name',
  'warn',
  'suspend',
  'disable',
] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

const DECISION_KINDS = [
  'stays',
  'post',
  'comment',
  'avatar',
  'name',
  'warning',
  'suspension',
  'disabled',
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** For how many days removed content can be restored. */
export const QUARANTINE_DAYS = 30;
/** For how many days a member cannot choose a new photo or name after staff removed it, unless staff allow it. */
export const PROFILE_CLOSED_DAYS = 7;
export const MAX_SUSPENSION_DAYS = 365;
const DECISIONS_PAGE = 20;
/** How many reported subjects are listed; the others follow as these are decided. */
export const REPORTS_PAGE = 50;
/** How many months the public page shows. */
export const SUMMARY_MONTHS = 12;
/** In UTF-16 units. */
const MAX_REASON = 200;
const MAX_WORDS = 1000;

const DAYS = 'days_out_of_range' satisfies ErrorCode;

/** A decision, with a reason from the list, a note, or both. */
export const DecisionInput = z.object({
  action: z.enum(MODERATION_ACTIONS, 'action_invalid' satisfies ErrorCode),
  reason_id: z._default(z.nullable(Id), null),
  note: z._default(text({ max: MAX_WORDS }), ''),
  /** the length of a suspension */
  days: z._default(
    z.nullable(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(MAX_SUSPENSION_DAYS, DAYS))),
    null,
  ),
});
export type DecisionInput = z.infer<typeof DecisionInput>;

/** Why a post that awaits review is not published. */
export const RejectionInput = z.pick(DecisionInput, { reason_id: true, note: true });
export type RejectionInput = z.infer<typeof RejectionInput>;

/** A member's reply to a decision, or a message of staff about the reply. */
export const ReplyInput = z.object({
  content: text({ max: MAX_WORDS, required: 'content_required' }),
});

export const ReasonInput = z.object({
  text: text({ max: MAX_REASON, oneLine: true, required: 'reason_text_required' }),
});

export const ModerationReason = z.object({ reason_id: z.string(), text: z.string() });
export type ModerationReason = z.infer<typeof ModerationReason>;

/** A decision, as the affected member sees it. Dates are ISO 8601, UTC. */
export const Decision = z.object({
  decision_id: z.string(),
  kind: z.enum(DECISION_KINDS),
  /** the beginning of the removed content; empty when it was deleted for good */
  excerpt: z.string(),
  /** from the list, or empty */
  reason: z.string(),
  /** the staff's own words, or empty */
  note: z.string(),
  /** the end of a suspension */
  until: z.nullable(z.string()),
  created_at: z.string(),
  /** when staff reversed it */
  reversed_at: z.nullable(z.string()),
  /** when staff allowed the member to choose a new photo or name */
  reopened_at: z.nullable(z.string()),
  reply: z.nullable(z.string()),
  replied_at: z.nullable(z.string()),
  response: z.nullable(z.string()),
  responded_at: z.nullable(z.string()),
});
export type Decision = z.infer<typeof Decision>;

export const OwnDecisions = z.object({
  decisions: z.array(Decision),
  /** the end of the viewer's suspension, if any */
  suspended_until: z.nullable(z.string()),
});
export type OwnDecisions = z.infer<typeof OwnDecisions>;

/** A decision, as staff see it. */
export const StaffDecision = z.extend(Decision, {
  /** null when erased */
  account: z.nullable(Account),
  /** the name of the staff member; null for the operator, and when erased */
  decided_by: z.nullable(z.string()),
  reports_count: z.number(),
  /** removed content can be restored during quarantine; a suspension or warning can be reversed */
  can_reverse: z.boolean(),
  /** whether staff can allow a new photo or name early */
  can_reopen: z.boolean(),
});
export type StaffDecision = z.infer<typeof StaffDecision>;

/** Filters decisions: those with an open reply, or all; newest first. */
export const DecisionList = z.extend(listQuery(DECISIONS_PAGE), {
  state: z._default(z.enum(['all', 'replied']), 'all'),
});
export type DecisionList = z.infer<typeof DecisionList>;

export const DecisionPage = z.object({
  decisions: z.array(StaffDecision),
  nextCursor: z.nullable(z.string()),
});
export type DecisionPage = z.infer<typeof DecisionPage>;

/** A report, for staff only. */
export const Report = z.object({
  reason: z.string(),
  /** the name of the reporter */
  by: z.string(),
  created_at: z.string(),
  is_open: z.boolean(),
});
export type Report = z.infer<typeof Report>;

/** A reported subject with all its reports. */
export const ReportedSubject = z.object({
  kind: z.enum(REPORT_KINDS),
  id: z.string(),
  /** the title of a post, the name of a member; empty for a comment */
  title: z.string(),
  content: z.string(),
  /** URLs */
  attachments: z.array(z.string()),
  /** descriptions of the images, as in a post */
  attachment_alts: Post.shape.attachment_alts,
  /** the page where members see it; null for a disabled member */
  path: z.nullable(z.string()),
  /** the author, or the member */
  account: Account,
  is_disabled: z.boolean(),
  suspended_until: z.nullable(z.string()),
  joined_at: z.string(),
  /** oldest first */
  reports: z.array(Report),
});
export type ReportedSubject = z.infer<typeof ReportedSubject>;

/** A reported subject with earlier decisions about its author, newest first. */
export const ReportDetail = z.extend(ReportedSubject, {
  history: z.array(StaffDecision),
  /** the number of open and settled reports about the author and their content */
  reports_received: z.number(),
});
export type ReportDetail = z.infer<typeof ReportDetail>;

/** A post that awaits review. */
export const PendingPost = z.object({ pending_id: z.string(), post: Post });
export type PendingPost = z.infer<typeof PendingPost>;

/** The number of decisions in a month, by kind and reason. It names no member. */
export const ModerationMonth = z.object({
  /** YYYY-MM in the region */
  month: z.string(),
  kinds: z.array(z.object({ kind: z.enum(DECISION_KINDS), count: z.number() })),
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** reversed since */
  reversed: z.number(),
  replies: z.number(),
});
export type ModerationMonth = z.infer<typeof ModerationMonth>;
