import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { EmailInput, ReasonInput, RoleInput } from '#lib/contract/managed-members.ts';
import { NewMember } from '#lib/contract/new-member.ts';
import { staffMemberPath } from '#lib/contract/staff-paths.ts';
import type { Ctx } from '#lib/server/context.ts';
import { requestEmailChange } from '#lib/server/email-changes/service.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import type { RenderRejected } from '#lib/server/http/page-forms.ts';
import { limitJsonBody, parse } from '#lib/server/http/parse-request.ts';
import { handleStaffForm } from '#lib/server/http/staff-forms.ts';

import { changeRole } from './change-role.ts';
import {
  addMember,
  disableMember,
  enableMember,
  endSessions,
  sendPasswordReset,
} from './service.ts';

const textOf = (form: URLSearchParams, name: string): string => form.get(name) ?? '';
const reasonOf = (form: URLSearchParams) => parse(ReasonInput, { reason: textOf(form, 'reason') });

const ACTIONS: Record<string, (ctx: Ctx, id: string, form: URLSearchParams) => Promise<void>> = {
  role: (ctx, id, form) => changeRole(ctx, id, parse(RoleInput, { role: textOf(form, 'role') })),
  disable: (ctx, id, form) => disableMember(ctx, id, reasonOf(form)),
  enable: (ctx, id, form) => enableMember(ctx, id, reasonOf(form)),
  sessions: (ctx, id) => endSessions(ctx, id),
  reset: (ctx, id) => sendPasswordReset(ctx, id),
  email: (ctx, id, form) =>
    requestEmailChange(ctx, id, parse(EmailInput, { email: textOf(form, 'email') })),
};

async function changeMember(ctx: Ctx, form: URLSearchParams, param: string): Promise<string> {
  const id = toId(param);
  if (!id) throw notFound('member');
  const name = textOf(form, 'action');
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new AppError('invalid');
  await action(ctx, id, form);
  return `${staffMemberPath(id)}?done=${name}`;
}

const NEW_MEMBER_FIELDS = ['email', 'first_name', 'middle_name', 'last_name', 'role'];

async function add(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const fields = NEW_MEMBER_FIELDS.map((name) => [name, textOf(form, name)]);
  const id = await addMember(ctx, parse(NewMember, Object.fromEntries(fields)));
  return `${staffMemberPath(id)}?done=added`;
}

/** The plain forms of staff's pages of members. */
export const managedMemberForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/new', limitJsonBody, handleStaffForm(render, add))
    .post('/:id', limitJsonBody, handleStaffForm(render, changeMember));
