import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

import { Account, type Role, ROLES } from './members.ts';
import { MiddleName, NameInput, OthersPhoneInput } from './profile.ts';
import { Email } from './sign-in/auth.ts';

const PAGE_SIZE = 20;
const MAX_SEARCH = 100;
const MAX_REASON = 500;

const ROLE_ERROR = 'role_invalid' satisfies ErrorCode;
const roles = Object.keys(ROLES) as Role[];

/** The filters of the staff's list of members; all members without a filter. */
export const MemberFilters = z.object({
  search: z._default(text({ max: MAX_SEARCH, oneLine: true }), ''),
  role: z.pipe(
    z.optional(z.union([z.literal(''), z.enum(roles)], ROLE_ERROR)),
    z.transform((role) => role || null),
  ),
});
export type MemberFilters = z.infer<typeof MemberFilters>;

export const MemberListQuery = z.extend(listQuery(PAGE_SIZE), MemberFilters.shape);
export type MemberListQuery = z.infer<typeof MemberListQuery>;

/** A member in the staff's list. */
export const MemberSummary = z.extend(Account, {
  /** ISO 8601, UTC */
  joined_date: z.string(),
  is_disabled: z.boolean(),
});
export type MemberSummary = z.infer<typeof MemberSummary>;

/** A member, as staff see them; phone and email are in `Contact`. */
export const MemberRecord = z.extend(MemberSummary, {
  role: z.enum(roles),
  /** ISO 8601, UTC; null while they are enabled */
  disabled_date: z.nullable(z.string()),
  post_count: z.number(),
  followers: z.number(),
  /** the number of browsers with a session */
  sessions: z.number(),
  /** ISO 8601, UTC; null without a session */
  last_seen: z.nullable(z.string()),
  /** whether they have an email */
  has_email: z.boolean(),
  /** until when a new email waits for confirmation, ISO 8601, UTC; or null */
  email_change_until: z.nullable(z.string()),
  /** whether this is the viewer */
  own_account: z.boolean(),
});
export type MemberRecord = z.infer<typeof MemberRecord>;

/** A member's contact details, which staff see only on request: each request is logged. */
export const Contact = z.object({
  email: z.nullable(z.string()),
  /** the phone number for logging in: 09 and 9 digits, or null */
  sign_in_phone: z.nullable(z.string()),
  /** the number that the member wants to log in with, before staff confirm it: 09 and 9 digits, or null */
  claimed_phone: z.nullable(z.string()),
  contact_phone: z.nullable(z.string()),
});
export type Contact = z.infer<typeof Contact>;

export const RoleInput = z.object({ role: z.enum(roles, ROLE_ERROR) });
export type RoleInput = z.infer<typeof RoleInput>;

/** Why a member is disabled or enabled, for the audit log. */
export const ReasonInput = z.object({
  reason: text({ max: MAX_REASON, oneLine: true, required: 'reason_required' }),
});
export type ReasonInput = z.infer<typeof ReasonInput>;

/** A member's new email, which its owner must confirm. */
export const EmailInput = z.object({ email: Email });
export type EmailInput = z.infer<typeof EmailInput>;

const SignInPhone = OthersPhoneInput.shape.phone_number;

/** The phone number for logging in; null removes it. */
export const SignInPhoneInput = z.object({ phone_number: z.nullable(SignInPhone) });
export type SignInPhoneInput = z.infer<typeof SignInPhoneInput>;

/** Whether the member has an email or phone number to log in with. */
export const hasLogin = (member: {
  email?: string | null | undefined;
  sign_in_phone?: string | null | undefined;
}) => Boolean(member.email ?? member.sign_in_phone);

/** A new member, added by staff or an operator, with an email, a phone number for logging in, or both. */
export const NewMember = z
  .extend(NameInput, {
    middle_name: MiddleName,
    email: z.optional(z.nullable(Email)),
    sign_in_phone: z.optional(z.nullable(SignInPhone)),
    role: z.enum(roles, ROLE_ERROR),
  })
  .check(
    z.refine(hasLogin, {
      error: 'email_or_phone_required' satisfies ErrorCode,
      path: ['email'],
    }),
  );
export type NewMember = z.infer<typeof NewMember>;
