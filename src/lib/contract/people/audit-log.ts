import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

/** What staff and operators do, as the log shows it. Who builds an act adds its line. */
export const ACTS = {
  'member.added': 'Added a member',
  'member.role_changed': 'Changed a role',
  'member.disabled': 'Disabled a member',
  'member.enabled': 'Enabled a member',
  'member.sessions_ended': 'Logged a member out everywhere',
  'member.reset_sent': 'Sent a password reset email',
  'member.link_made': 'Made a link for a new password',
  'member.email_requested': 'Requested a new email',
  'member.email_changed': 'Changed an email',
  'member.exported': 'Made a copy of a member’s data',
  'member.erased': 'Erased a member',
  'member.contact_viewed': 'Viewed a phone number and email',
  'application.admitted': 'Approved an applicant',
  'application.declined': 'Declined an applicant',
  'invitation.made': 'Created an invitation',
  'invitation.revoked': 'Revoked an invitation',
  'member.warned': 'Warned a member',
  'member.suspended': 'Suspended a member',
  'post.removed': 'Removed a post',
  'comment.removed': 'Removed a comment',
  'avatar.removed': 'Removed a member’s photo',
  'name.removed': 'Removed a member’s name',
  'post.approved': 'Published a reviewed post',
  'decision.reversed': 'Reversed a decision',
  'profile.reopened': 'Let a member choose a new photo or name',
  'decision.responded': 'Responded to a reply',
  'reason.added': 'Added a reason',
  'reason.changed': 'Changed a reason',
  'reason.removed': 'Removed a reason',
  'reports.dismissed': 'Dismissed reports',
  'resource.added': 'Added a draft in EduHub',
  'resource.published': 'Published in EduHub',
  'resource.replaced': 'Replaced a guide in EduHub',
  'resource.unpublished': 'Removed a guide from EduHub',
  'resource.deleted': 'Deleted a draft in EduHub',
  'resource.restored': 'Put a deleted guide back',
  'policy.uploaded': 'Uploaded a draft of a legal document',
  'policy.discarded': 'Discarded a draft of a legal document',
  'policy.replaced': 'Replaced a legal document',
  'notification.sent': 'Sent a notification',
} as const satisfies Record<string, string>;

/** An act of staff or an operator. */
export type Act = keyof typeof ACTS;

/** What an act changes. */
export type TargetType =
  | 'application'
  | 'avatar'
  | 'comment'
  | 'decision'
  | 'invitation'
  | 'member'
  | 'notification'
  | 'policy'
  | 'post'
  | 'reason'
  | 'report'
  | 'resource';

/** Ids, counts, and values of the contract: never a name, an email or a text. */
export type ActDetails = Record<string, string | number | boolean | null>;

const PAGE_SIZE = 30;
const MAX_SEARCH = 100;

const acts = Object.keys(ACTS) as Act[];

/** Which acts the log is to show; all without a filter. */
export const ActFilters = z.object({
  act: z.pipe(
    z.optional(z.union([z.literal(''), z.enum(acts)], 'act_invalid' satisfies ErrorCode)),
    z.transform((act) => act || null),
  ),
  /** the id of a member, or words of their name or email: who did it, or whom it is about */
  member: z._default(text({ max: MAX_SEARCH, oneLine: true }), ''),
});

export type ActFilters = z.infer<typeof ActFilters>;

/** The query of the log, the newest first. */
export const ActListQuery = z.extend(listQuery(PAGE_SIZE), ActFilters.shape);
export type ActListQuery = z.infer<typeof ActListQuery>;

const LoggedMember = z.object({ account_id: z.string(), name: z.nullable(z.string()) });

/** A line of the log. Names are those of today, and null for a member who is gone. */
export const LoggedAct = z.object({
  id: z.string(),
  /** ISO 8601, UTC */
  date: z.string(),
  act: z.enum(acts),
  /** null for an operator's command */
  actor: z.nullable(LoggedMember),
  target_type: z.string(),
  target_id: z.nullable(z.string()),
  /** whom it is about */
  member: z.nullable(LoggedMember),
  reason: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type LoggedAct = z.infer<typeof LoggedAct>;
