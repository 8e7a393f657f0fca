import { Hono } from 'hono';

import { staffInvitationPath } from '#lib/contract/paths.ts';
import {
  InvitationDetail,
  InvitationInput,
  InvitationList,
  InvitationPage,
} from '#lib/contract/people/invitations.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import {
  getInvitation,
  LIMITS,
  listInvitations,
  makeInvitation,
  revokeInvitation,
} from './service.ts';

/** Invitations. */
export const calls = {
  'GET /admin/invitations': call({
    summary: 'List invitations',
    query: InvitationList,
    response: InvitationPage,
    run: (ctx, { query }) => listInvitations(ctx, query),
  }),
  'POST /admin/invitations': call({
    summary: 'Make an invitation',
    body: InvitationInput,
    response: InvitationDetail,
    status: [201],
    errors: ['until_past', 'invitation_too_long', 'confirmation_required'],
    limits: [LIMITS.makeInvitation],
    run: (ctx, { body }) => makeInvitation(ctx, body),
  }),
  'GET /admin/invitations/:id': call({
    summary: 'Read an invitation',
    response: InvitationDetail,
    ids: { id: 'invitation' },
    run: (ctx, { id }) => getInvitation(ctx, id),
  }),
  'DELETE /admin/invitations/:id': call({
    summary: 'Revoke an invitation',
    response: InvitationDetail,
    ids: { id: 'invitation' },
    run: (ctx, { id }) => revokeInvitation(ctx, id),
  }),
} satisfies Calls;

async function make(ctx: Ctx, { values }: SentForm): Promise<string> {
  const input = parse(InvitationInput, {
    note: values.get('note') ?? '',
    role: values.get('role') || null,
    max_uses: readNumber(values.get('max_uses')),
    until: values.get('until') ?? '',
  });
  return staffInvitationPath((await makeInvitation(ctx, input)).invitation_id);
}

async function revoke(ctx: Ctx, form: SentForm): Promise<string> {
  const id = readId(form.id, 'invitation');
  await revokeInvitation(ctx, id);
  return staffInvitationPath(id);
}

/** The plain forms of the staff's pages of invitations. */
export const invitationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/', handleForms(render, { '': make }))
    .post('/:id', handleForms(render, { revoke }));
