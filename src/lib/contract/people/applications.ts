import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

import { AgreedVersions } from './consents.ts';
import type { Role } from './members.ts';
import { NameInput, PhoneInput } from './profile.ts';
import { Email } from './sign-in/auth.ts';
import { newPassword } from './sign-in/passwords.ts';

const APPLICATIONS_PAGE = 20;
const MAX_ABOUT = 300;
const MAX_REASON = 500;
const MAX_PROOF = 4000;

/** The roles that applicants may choose; operators appoint staff. */
export const JOIN_ROLES = ['farmer', 'processor', 'gleaner', 'feed'] as const satisfies Role[];
export type JoinRole = (typeof JOIN_ROLES)[number];

export const JoinRoleInput = z.enum(JOIN_ROLES, 'role_required' satisfies ErrorCode);

/** The modes of registration (docs/operations.md, "Settings"). */
export const REGISTRATIONS = ['approval', 'invitation', 'open'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

/** An application to join. The server checks the town and the document versions. */
export const ApplicationInput = z.extend(AgreedVersions, {
  first_name: NameInput.shape.first_name,
  last_name: NameInput.shape.last_name,
  email: Email,
  phone_number: z._default(z.nullable(PhoneInput.shape.phone_number), null),
  role: JoinRoleInput,
  /** PSGC code; null for a town outside the region */
  town: z.nullable(
    z
      .string('town_invalid' satisfies ErrorCode)
      .check(z.minLength(1, 'town_invalid' satisfies ErrorCode)),
  ),
  /** the applicant's farm or business */
  about: text({ max: MAX_ABOUT, oneLine: true, required: 'about_required' }),
  /** the code of an invitation */
  invitation: z._default(z.nullable(z.string('invitation_not_found' satisfies ErrorCode)), null),
  /** the solution of the proof-of-work challenge, which open registration requires */
  proof: z._default(
    z.nullable(z.string().check(z.maxLength(MAX_PROOF, 'too_long' satisfies ErrorCode))),
    null,
  ),
});
export type ApplicationInput = z.infer<typeof ApplicationInput>;

/** The next step: the link in an email, or the decision of staff. */
export const ApplicationSent = z.object({ next: z.enum(['email', 'staff']) });
export type ApplicationSent = z.infer<typeof ApplicationSent>;

/** The token of an emailed link, and the password for the new account. Imported people agree to the documents here. */
export const JoinConfirmation = z.extend(AgreedVersions, {
  token: z
    .string('join_link_expired' satisfies ErrorCode)
    .check(z.regex(/^[\w-]{43}$/, 'join_link_expired' satisfies ErrorCode)),
  password: newPassword('password_weak'),
});
export type JoinConfirmation = z.infer<typeof JoinConfirmation>;

/** What staff stored of a person in an import, who has not agreed to the documents yet. */
export interface Listed extends AgreedVersions {
  role: JoinRole;
  /** PSGC code */
  town: string | null;
}

export const DeclineInput = z.object({
  reason: text({ max: MAX_REASON, required: 'decline_reason_required' }),
});
export type DeclineInput = z.infer<typeof DeclineInput>;

/** `waiting` for staff, `admitted` but not yet a member, or `declined`. */
export const ApplicationList = z.extend(listQuery(APPLICATIONS_PAGE), {
  state: z._default(z.enum(['waiting', 'admitted', 'declined']), 'waiting'),
});
export type ApplicationList = z.infer<typeof ApplicationList>;

/** An application, as staff see it. */
export const Application = z.object({
  application_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: z.enum(JOIN_ROLES),
  /** PSGC code */
  town: z.nullable(z.string()),
  about: z.string(),
  state: z.enum(['waiting', 'admitted', 'declined']),
  reason: z.nullable(z.string()),
  /** ISO 8601, UTC */
  created_at: z.string(),
});
export type Application = z.infer<typeof Application>;

export const ApplicationPage = z.object({
  applications: z.array(Application),
  nextCursor: z.nullable(z.string()),
});
export type ApplicationPage = z.infer<typeof ApplicationPage>;

/** What the form of /join needs. */
export const JoinTerms = z.object({
  registration: z.enum(REGISTRATIONS),
  terms_version: z.nullable(z.number()),
  privacy_version: z.nullable(z.number()),
  /** the challenge for the browser to solve, as JSON; null when none is required */
  challenge: z.nullable(z.string()),
});
export type JoinTerms = z.infer<typeof JoinTerms>;
