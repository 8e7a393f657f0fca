import { Hono } from 'hono';
import * as z from 'zod/mini';

import { staffMemberPath } from '#lib/contract/paths.ts';
import {
  Contact,
  EmailInput,
  MemberFilters,
  MemberListQuery,
  MemberRecord,
  MemberSummary,
  NewMember,
  ReasonInput,
  RoleInput,
  SignInPhoneInput,
} from '#lib/contract/people/managed-members.ts';
import { StewardInput } from '#lib/contract/people/stewards.ts';
import {
  LIMITS as EMAIL_LIMITS,
  requestEmailChange,
} from '#lib/server/people/email-changes/service.ts';
import { makeDeskCode } from '#lib/server/people/passwords/desk-codes/service.ts';
import { setSignInPhoneOf } from '#lib/server/people/sign-in-phones/service.ts';
import { beginStewardship, endStewardship } from '#lib/server/people/stewards/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { changeRole } from './change-role.ts';
import { exportMembers, LIMITS as EXPORT_LIMITS } from './export-members.ts';
import {
  addMember,
  disableMember,
  enableMember,
  endSessions,
  getMemberRecord,
  LIMITS,
  listMembers,
  sendPasswordReset,
  viewContact,
} from './service.ts';

const CHANGE = ['own_account', 'confirmation_required'] as const;

/** Management of members by staff. */
export const calls = {
  'GET /admin/members': call({
    summary: 'List members',
    query: MemberListQuery,
    response: z.object({ members: z.array(MemberSummary), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listMembers(ctx, query),
  }),
  'GET /admin/members/csv': call({
    summary: 'Download the members with email and phone; it is logged',
    query: MemberFilters,
    file: CSV_TYPE,
    errors: ['confirmation_required'],
    limits: [EXPORT_LIMITS.membersFile],
    run: async (ctx, { query }, c) => respondCsv(c, 'members', await exportMembers(ctx, query)),
  }),
  'POST /admin/members': call({
    summary: 'Add a member',
    body: NewMember,
    response: z.object({ account_id: z.string() }),
    status: [201],
    errors: ['email_taken', 'phone_taken', 'confirmation_required'],
    run: async (ctx, { body }) => ({ account_id: await addMember(ctx, body) }),
  }),
  'GET /admin/members/:id': call({
    summary: 'Read the record of a member',
    response: MemberRecord,
    ids: { id: 'member' },
    run: (ctx, { id }) => getMemberRecord(ctx, id),
  }),
  'POST /admin/members/:id/contact': call({
    summary: 'Read the email and phone of a member; it is logged',
    response: Contact,
    errors: ['confirmation_required'],
    limits: [LIMITS.contactView],
    ids: { id: 'member' },
    run: (ctx, { id }) => viewContact(ctx, id),
  }),
  'PATCH /admin/members/:id/role': call({
    summary: 'Change the role of a member',
    body: RoleInput,
    response: MemberRecord,
    errors: [...CHANGE, 'no_changes'],
    ids: { id: 'member' },
    run: async (ctx, { id, body }) => {
      await changeRole(ctx, id, body);
      return getMemberRecord(ctx, id);
    },
  }),
  'POST /admin/members/:id/disable': call({
    summary: 'Disable a member',
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
    errors: CHANGE,
    ids: { id: 'member' },
    run: (ctx, { id }) => endSessions(ctx, id),
  }),
  'POST /admin/members/:id/password-reset': call({
    summary: 'Send a member an email to reset the password',
    errors: [...CHANGE, 'member_disabled', 'no_email'],
    limits: [EMAIL_LIMITS.staffEmail],
    ids: { id: 'member' },
    run: (ctx, { id }) => sendPasswordReset(ctx, id),
  }),
  'POST /admin/members/:id/email': call({
    summary: 'Ask a member to confirm a new email',
    body: EmailInput,
    errors: [...CHANGE, 'member_disabled', 'email_taken', 'no_changes'],
    limits: [EMAIL_LIMITS.staffEmail],
    ids: { id: 'member' },
    run: (ctx, { id, body }) => requestEmailChange(ctx, id, body),
  }),
} satisfies Calls;

const textOf = (form: URLSearchParams, name: string): string => form.get(name) ?? '';
const reasonOf = (form: URLSearchParams) => parse(ReasonInput, { reason: textOf(form, 'reason') });

/** An action on a member's page, which is shown again with a message. */
const onMember =
  (name: string, act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<void>) =>
  async (ctx: Ctx, { values, id: param }: SentForm): Promise<string> => {
    const id = readId(param, 'member');
    await act(ctx, id, values);
    return `${staffMemberPath(id)}?done=${name}`;
  };

const ACTIONS = {
  role: onMember('role', (ctx, id, form) =>
    changeRole(ctx, id, parse(RoleInput, { role: textOf(form, 'role') })),
  ),
  disable: onMember('disable', (ctx, id, form) => disableMember(ctx, id, reasonOf(form))),
  enable: onMember('enable', (ctx, id, form) => enableMember(ctx, id, reasonOf(form))),
  sessions: onMember('sessions', endSessions),
  reset: onMember('reset', sendPasswordReset),
  email: onMember('email', (ctx, id, form) =>
    requestEmailChange(ctx, id, parse(EmailInput, { email: textOf(form, 'email') })),
  ),
  steward: onMember('steward', (ctx, id, form) => {
    const fields = ['steward', 'consent', 'consent_note'].map((name) => [name, textOf(form, name)]);
    return beginStewardship(ctx, id, parse(StewardInput, Object.fromEntries(fields)));
  }),
  steward_end: onMember('steward_end', endStewardship),
  phone: onMember('phone', (ctx, id, form) => {
    const phone_number = textOf(form, 'phone_number').trim() || null;
    return setSignInPhoneOf(ctx, id, parse(SignInPhoneInput, { phone_number }));
  }),
};

/** The code is shown in the response itself, since it is not stored: submitting the form again makes another code. */
const codeWith =
  (render: RenderRejected | undefined): FormAction =>
  async (ctx, { id: param, c }) => {
    const id = readId(param, 'member');
    c.set('createdCode', await makeDeskCode(ctx, id));
    return render ? render(c) : staffMemberPath(id);
  };

const NEW_MEMBER_FIELDS = ['first_name', 'middle_name', 'last_name', 'role'];

async function add(ctx: Ctx, { values }: SentForm): Promise<string> {
  const fields = NEW_MEMBER_FIELDS.map((name) => [name, textOf(values, name)]);
  const [email, sign_in_phone] = ['email', 'sign_in_phone'].map(
    (name) => textOf(values, name).trim() || null,
  );
  const input = { ...Object.fromEntries(fields), email, sign_in_phone };
  const id = await addMember(ctx, parse(NewMember, input));
  return `${staffMemberPath(id)}?done=${email === null ? 'added_by_phone' : 'added'}`;
}

/** The plain forms on the staff's pages of members. */
export const managedMemberForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/new', handleForms(render, { add }))
    .post('/:id', handleForms(render, { ...ACTIONS, code: codeWith(render) }));
