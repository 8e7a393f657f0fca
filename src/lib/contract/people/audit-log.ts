import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

/** The actions of staff and operators in the audit log; lib/messages/names/act-names.ts has their names. */
export const ACTS = [
  'member.added',
  'member.role_changed',
  'member.disabled',
  'member.enabled',
  'member.sessions_ended',
  'member.reset_sent',
  'member.link_made',
  'member.code_made',
  'member.code_used',
  'member.phone_set',
  'member.steward_begun',
  'member.steward_ended',
  'member.email_requested',
  'member.email_changed',
  'member.exported',
  'member.erased',
  'member.contact_viewed',
  'members.downloaded',
  'members.imported',
  'import.undone',
  'application.admitted',
  'application.declined',
  'invitation.made',
  'invitation.revoked',
  'member.warned',
  'member.suspended',
  'post.removed',
  'comment.removed',
  'avatar.removed',
  'name.removed',
  'post.approved',
  'decision.reversed',
  'profile.reopened',
  'decision.responded',
  'reason.added',
  'reason.changed',
  'reason.removed',
  'reports.dismissed',
  'resource.added',
  'resource.published',
  'resource.replaced',
  'resource.unpublished',
  'resource.deleted',
  'resource.restored',
  'policy.uploaded',
  'policy.discarded',
  'policy.replaced',
  'notification.sent',
  'addresses.resumed',
  'schedule.changed',
  'site.changed',
  'site.contact_proven',
] as const;

export type Act = (typeof ACTS)[number];

/** The type of object that an action changes. */
export type TargetType =
  | 'address'
  | 'application'
  | 'avatar'
  | 'comment'
  | 'decision'
  | 'import'
  | 'invitation'
  | 'member'
  | 'notification'
  | 'policy'
  | 'post'
  | 'reason'
  | 'report'
  | 'resource'
  | 'schedule'
  | 'site';

/** Ids, counts, and values of the contract: never names, emails or texts. */
export type ActDetails = Record<string, string | number | boolean | null>;

const PAGE_SIZE = 30;
const MAX_SEARCH = 100;

/** The filters of the log; all entries without a filter. */
export const ActFilters = z.object({
  act: z.pipe(
    z.optional(z.union([z.literal(''), z.enum(ACTS)], 'act_invalid' satisfies ErrorCode)),
    z.transform((act) => act || null),
  ),
  /** a member's id, or words of their name or email: as the actor or the affected member */
  member: z._default(text({ max: MAX_SEARCH, oneLine: true }), ''),
});

export type ActFilters = z.infer<typeof ActFilters>;

/** The query of the log, newest first. */
export const ActListQuery = z.extend(listQuery(PAGE_SIZE), ActFilters.shape);
export type ActListQuery = z.infer<typeof ActListQuery>;

const LoggedMember = z.object({ account_id: z.string(), name: z.nullable(z.string()) });

/** An entry of the log. Names are current ones, and null for deleted members. */
export const LoggedAct = z.object({
  id: z.string(),
  /** ISO 8601, UTC */
  date: z.string(),
  act: z.enum(ACTS),
  /** null for a command of the operator */
  actor: z.nullable(LoggedMember),
  target_type: z.string(),
  target_id: z.nullable(z.string()),
  /** the affected member */
  member: z.nullable(LoggedMember),
  reason: z.nullable(z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type LoggedAct = z.infer<typeof LoggedAct>;
