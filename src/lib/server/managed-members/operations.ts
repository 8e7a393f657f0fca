import * as z from 'zod/mini';

import {
  Contact,
  EmailInput,
  MemberListQuery,
  MemberRecord,
  MemberSummary,
  ReasonInput,
  RoleInput,
} from '#lib/contract/managed-members.ts';
import { NewMember } from '#lib/contract/new-member.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

const CHANGE = ['member_not_found', 'own_account', 'confirmation_required'] as const;

/** Members as staff manage them. */
export const OPERATIONS = {
  'GET /admin/members': {
    summary: 'List members',
    access: 'staff',
    query: MemberListQuery,
    response: z.object({ members: z.array(MemberSummary), nextCursor: z.nullable(z.string()) }),
  },
  'POST /admin/members': {
    summary: 'Add a member',
    access: 'staff',
    body: NewMember,
    response: z.object({ account_id: z.string() }),
    status: [201],
    errors: ['email_taken', 'confirmation_required'],
  },
  'GET /admin/members/:id': {
    summary: 'Read the record of a member',
    access: 'staff',
    response: MemberRecord,
    errors: ['member_not_found'],
  },
  'POST /admin/members/:id/contact': {
    summary: 'Read the email and phone of a member; it is logged',
    access: 'staff',
    response: Contact,
    errors: ['member_not_found'],
    limits: [LIMITS.contactView],
  },
  'PATCH /admin/members/:id/role': {
    summary: 'Change the role of a member',
    access: 'staff',
    body: RoleInput,
    response: MemberRecord,
    errors: [...CHANGE, 'no_changes', 'last_staff_member'],
  },
  'POST /admin/members/:id/disable': {
    summary: 'Disable a member',
    access: 'staff',
    body: ReasonInput,
    response: MemberRecord,
    errors: [...CHANGE, 'last_staff_member'],
  },
  'POST /admin/members/:id/enable': {
    summary: 'Enable a member',
    access: 'staff',
    body: ReasonInput,
    response: MemberRecord,
    errors: CHANGE,
  },
  'DELETE /admin/members/:id/sessions': {
    summary: 'End all sessions of a member',
    access: 'staff',
    response: NOTHING,
    errors: CHANGE,
  },
  'POST /admin/members/:id/password-reset': {
    summary: 'Send a member an email to reset the password',
    access: 'staff',
    response: NOTHING,
    errors: [...CHANGE, 'member_disabled'],
    limits: [LIMITS.staffEmail],
  },
  'POST /admin/members/:id/email': {
    summary: 'Ask a member to confirm a new email',
    access: 'staff',
    body: EmailInput,
    response: NOTHING,
    errors: [...CHANGE, 'member_disabled', 'email_taken', 'no_changes'],
    limits: [LIMITS.staffEmail],
  },
} satisfies Operations;
