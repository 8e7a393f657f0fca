import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { staffMemberPath } from '#lib/contract/paths.ts';
import { EmailInput, ReasonInput, RoleInput } from '#lib/contract/people/managed-members.ts';
import { NewMember } from '#lib/contract/people/new-member.ts';
import { requestEmailChange } from '#lib/server/people/email-changes/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import {
  addMember,
  changeRole,
  disableMember,
  enableMember,
  endSessions,
  sendPasswordReset,
} from './service.ts';

const textOf = (form: URLSearchParams, name: string): string => form.get(name) ?? '';
const reasonOf = (form: URLSearchParams) => parse(ReasonInput, { reason: textOf(form, 'reason') });

/** An action of a member's page, which is shown again with what was done. */
const onMember =
  (name: string, act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<void>) =>
  async (ctx: Ctx, { values, id: param }: SentForm): Promise<string> => {
    const id = toId(param);
    if (!id) throw notFound('member');
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
};

const NEW_MEMBER_FIELDS = ['email', 'first_name', 'middle_name', 'last_name', 'role'];

async function add(ctx: Ctx, { values }: SentForm): Promise<string> {
  const fields = NEW_MEMBER_FIELDS.map((name) => [name, textOf(values, name)]);
  const id = await addMember(ctx, parse(NewMember, Object.fromEntries(fields)));
  return `${staffMemberPath(id)}?done=added`;
}

/** The plain forms of staff's pages of members. */
export const managedMemberForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/new', handleForms(render, { add }))
    .post('/:id', handleForms(render, ACTIONS));
