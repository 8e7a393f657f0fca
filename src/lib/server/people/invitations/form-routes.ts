import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { staffInvitationPath } from '#lib/contract/paths.ts';
import { InvitationInput } from '#lib/contract/people/invitations.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { makeInvitation, revokeInvitation } from './service.ts';

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
  const id = toId(form.id);
  if (!id) throw notFound('invitation');
  await revokeInvitation(ctx, id);
  return staffInvitationPath(id);
}

/** The plain forms of the staff's pages of invitations. */
export const invitationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>()
    .post('/', handleForms(render, { '': make }))
    .post('/:id', handleForms(render, { revoke }));
