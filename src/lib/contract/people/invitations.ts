import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

import { JOIN_ROLES, JoinRoleInput } from './applications.ts';

const INVITATIONS_PAGE = 20;
const MAX_NOTE = 100;
export const MAX_USES = 500;
/** In days after today. */
export const INVITATION_DAYS = { default: 30, max: 365 };

const USES = 'uses_out_of_range' satisfies ErrorCode;

/** A new invitation, as staff enter it. The server checks the day. */
export const InvitationInput = z.object({
  /** a note for staff about its recipients */
  note: text({ max: MAX_NOTE, oneLine: true, required: 'note_required' }),
  /** null for any of the roles */
  role: z._default(z.nullable(JoinRoleInput), null),
  /** how many people may join with it */
  max_uses: z.int(USES).check(z.minimum(1, USES), z.maximum(MAX_USES, USES)),
  /** the last day */
  until: z.iso.date('day_invalid' satisfies ErrorCode),
});
export type InvitationInput = z.infer<typeof InvitationInput>;

export const InvitationList = listQuery(INVITATIONS_PAGE);

/** An invitation, as staff see it. */
export const Invitation = z.object({
  invitation_id: z.string(),
  note: z.string(),
  role: z.nullable(z.enum(JOIN_ROLES)),
  max_uses: z.number(),
  uses: z.number(),
  /** YYYY-MM-DD */
  until: z.string(),
  state: z.enum(['open', 'used_up', 'ended', 'revoked']),
  /** the name of its author; null when erased */
  invited_by: z.nullable(z.string()),
  /** ISO 8601, UTC */
  created_at: z.string(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation with its link, and the members who joined with it. */
export const InvitationDetail = z.extend(Invitation, {
  /** null when the site's secret has changed since */
  link: z.nullable(z.string()),
  members: z.array(z.object({ account_id: z.string(), name: z.string() })),
});
export type InvitationDetail = z.infer<typeof InvitationDetail>;

export const InvitationPage = z.object({
  invitations: z.array(Invitation),
  nextCursor: z.nullable(z.string()),
});
export type InvitationPage = z.infer<typeof InvitationPage>;
