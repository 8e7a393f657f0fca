import * as z from 'zod/mini';

import {
  Contact,
  EmailInput,
  MemberListQuery,
  MemberRecord,
  MemberSummary,
  ReasonInput,
  RoleInput,
} from '#lib/contract/people/managed-members.ts';
import { NewMember } from '#lib/contract/people/new-member.ts';
import { requestEmailChange } from '#lib/server/people/email-changes/service.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { getMemberRecord, listMembers, viewContact } from './member-record.ts';
import {
  addMember,
  changeRole,
  disableMember,
  enableMember,
  endSessions,
  sendPasswordReset,
} from './service.ts';

const CHANGE = ['member_not_found', 'own_account', 'confirmation_required'] as const;

/** Members as staff manage them. */
export const calls = {
  'GET /admin/members': call({
    summary: 'List members',
    access: 'staff',
    query: MemberListQuery,
    response: z.object({ members: z.array(MemberSummary), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listMembers(ctx, query),
  }),
  'POST /admin/members': call({
    summary: 'Add a member',
    access: 'staff',
    body: NewMember,
    response: z.object({ account_id: z.string() }),
    status: [201],
    errors: ['email_taken', 'confirmation_required'],
    run: async (ctx, { body }) => ({ account_id: await addMember(ctx, body) }),
  }),
  'GET /admin/members/:id': call({
    summary: 'Read the record of a member',
    access: 'staff',
    response: MemberRecord,
    errors: ['member_not_found'],
    ids: { id: 'member' },
    run: (ctx, { id }) => getMemberRecord(ctx, id),
  }),
  'POST /admin/members/:id/contact': call({
    summary: 'Read the email and phone of a member; it is logged',
    access: 'staff',
    response: Contact,
    errors: ['member_not_found'],
    limits: [LIMITS.contactView],
    ids: { id: 'member' },
    run: (ctx, { id }) => viewContact(ctx, id),
  }),
  'PATCH /admin/members/:id/role': call({
    summary: 'Change the role of a member',
    access: 'staff',
    body: RoleInput,
    response: MemberRecord,
    errors: [...CHANGE, 'no_changes', 'last_staff_member'],
    ids: { id: 'member' },
    run: async (ctx, { id, body }) => {
      await changeRole(ctx, id, body);
      return getMemberRecord(ctx, id);
    },
  }),
  'POST /admin/members/:id/disable': call({
    summary: 'Disable a member',
    access: 'staff',
    body: ReasonInput,
    response: MemberRecord,
    errors: [...CHANGE, 'last_staff_member'],
    ids: { id: 'member' },
    run: async (ctx, { id, body }) => {
      await disableMember(ctx, id, body);
      return getMemberRecord(ctx, id);
    },
  }),
  'POST /admin/members/:id/enable': call({
    summary: 'Enable a member',
    access: 'staff',
    body: ReasonInput,
    response: MemberRecord,
    errors: CHANGE,
    ids: { id: 'member' },
    run: async (ctx, { id, body }) => {
      await enableMember(ctx, id, body);
      return getMemberRecord(ctx, id);
    },
  }),
  'DELETE /admin/members/:id/sessions': call({
    summary: 'End all sessions of a member',
    access: 'staff',

    errors: CHANGE,
    ids: { id: 'member' },
    run: (ctx, { id }) => endSessions(ctx, id),
  }),
  'POST /admin/members/:id/password-reset': call({
    summary: 'Send a member an email to reset the password',
    access: 'staff',

    errors: [...CHANGE, 'member_disabled'],
    limits: [LIMITS.staffEmail],
    ids: { id: 'member' },
    run: (ctx, { id }) => sendPasswordReset(ctx, id),
  }),
  'POST /admin/members/:id/email': call({
    summary: 'Ask a member to confirm a new email',
    access: 'staff',
    body: EmailInput,

    errors: [...CHANGE, 'member_disabled', 'email_taken', 'no_changes'],
    limits: [LIMITS.staffEmail],
    ids: { id: 'member' },
    run: (ctx, { id, body }) => requestEmailChange(ctx, id, body),
  }),
} satisfies Calls;
