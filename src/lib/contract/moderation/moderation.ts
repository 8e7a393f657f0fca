import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Post } from '#lib/contract/forum/posts.ts';
import { Id } from '#lib/contract/ids.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';
import { text } from '#lib/contract/text.ts';

/** What a report is about. */
export const REPORT_KINDS = ['post', 'comment', 'member'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What staff decide: about a post or comment `stays` or `remove`, about a member all but `remove`. */
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

/** How long what was removed can be put back. */
export const QUARANTINE_DAYS = 30;
/** How long a member cannot choose a new photo or name after staff removed it, unless staff let them. */
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

/** A decision, with its reason from the list, in own words, or both. */
export const DecisionInput = z.object({
  action: z.enum(MODERATION_ACTIONS, 'action_invalid' satisfies ErrorCode),
  reason_id: z._default(z.nullable(Id), null),
  note: z._default(text({ max: MAX_WORDS }), ''),
  /** of a suspension */
  days: z._default(
    z.nullable(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(MAX_SUSPENSION_DAYS, DAYS))),
    null,
  ),
});
export type DecisionInput = z.infer<typeof DecisionInput>;

/** Why a post that awaits review is not published. */
export const RejectionInput = z.pick(DecisionInput, { reason_id: true, note: true });
export type RejectionInput = z.infer<typeof RejectionInput>;

/** What a member writes about a decision, or the staff about that. */
export const ReplyInput = z.object({
  content: text({ max: MAX_WORDS, required: 'content_required' }),
});

export const ReasonInput = z.object({
  text: text({ max: MAX_REASON, oneLine: true, required: 'reason_text_required' }),
});

export const ModerationReason = z.object({ reason_id: z.string(), text: z.string() });
export type ModerationReason = z.infer<typeof ModerationReason>;

/** A decision, as the member whom it is about sees it. Dates are ISO 8601, UTC. */
export const Decision = z.object({
  decision_id: z.string(),
  kind: z.enum(DECISION_KINDS),
  /** the beginning of what was removed; empty when it was deleted for good */
  excerpt: z.string(),
  /** from the list, or empty */
  reason: z.string(),
  /** in own words, or empty */
  note: z.string(),
  /** the end of a suspension */
  until: z.nullable(z.string()),
  created_at: z.string(),
  /** when it was taken back */
  reversed_at: z.nullable(z.string()),
  /** when staff let the member choose a new photo or name */
  reopened_at: z.nullable(z.string()),
  reply: z.nullable(z.string()),
  replied_at: z.nullable(z.string()),
  response: z.nullable(z.string()),
  responded_at: z.nullable(z.string()),
});
export type Decision = z.infer<typeof Decision>;

export const OwnDecisions = z.object({
  decisions: z.array(Decision),
  /** until when the viewer cannot write, if so */
  suspended_until: z.nullable(z.string()),
});
export type OwnDecisions = z.infer<typeof OwnDecisions>;

/** A decision, as staff see it. */
export const StaffDecision = z.extend(Decision, {
  /** null once erased */
  account: z.nullable(Account),
  /** who decided; null for the operator, and once erased */
  decided_by: z.nullable(z.string()),
  reports_count: z.number(),
  /** what is still in quarantine can be put back; a suspension or warning can be taken back */
  can_reverse: z.boolean(),
  /** whether staff can let the member choose a new photo or name before its time */
  can_reopen: z.boolean(),
});
export type StaffDecision = z.infer<typeof StaffDecision>;

/** Which decisions: with a reply that waits, of one member, or all; the newest first. */
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
  /** who reported */
  by: z.string(),
  created_at: z.string(),
  is_open: z.boolean(),
});
export type Report = z.infer<typeof Report>;

/** One subject that was reported, with all its reports. */
export const ReportedSubject = z.object({
  kind: z.enum(REPORT_KINDS),
  id: z.string(),
  /** the title of a post, the name of a member; empty for a comment */
  title: z.string(),
  content: z.string(),
  /** URLs */
  attachments: z.array(z.string()),
  /** what they show, as in a post */
  attachment_alts: Post.shape.attachment_alts,
  /** where members see it; null for a member who is disabled */
  path: z.nullable(z.string()),
  /** its author, or the member */
  account: Account,
  is_disabled: z.boolean(),
  suspended_until: z.nullable(z.string()),
  joined_at: z.string(),
  /** oldest first */
  reports: z.array(Report),
});
export type ReportedSubject = z.infer<typeof ReportedSubject>;

/** A subject with what was decided about its author before, the newest first. */
export const ReportDetail = z.extend(ReportedSubject, {
  history: z.array(StaffDecision),
  /** how many open and settled reports there are of what the author wrote, and of them */
  reports_received: z.number(),
});
export type ReportDetail = z.infer<typeof ReportDetail>;

/** A post that awaits review. */
export const PendingPost = z.object({ pending_id: z.string(), post: Post });
export type PendingPost = z.infer<typeof PendingPost>;

/** How often what was decided in a month, and for which reasons. Nothing in it names a member. */
export const ModerationMonth = z.object({
  /** YYYY-MM in the region */
  month: z.string(),
  kinds: z.array(z.object({ kind: z.enum(DECISION_KINDS), count: z.number() })),
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** taken back since */
  reversed: z.number(),
  replies: z.number(),
});
export type ModerationMonth = z.infer<typeof ModerationMonth>;
