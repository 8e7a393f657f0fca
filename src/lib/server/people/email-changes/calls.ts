import { Hono } from 'hono';

import { EMAIL_CHANGED_PATH } from '#lib/contract/paths.ts';
import { EmailProof } from '#lib/contract/people/email-changes.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { confirmEmailChange } from './service.ts';

/** Changes of an email. */
export const calls = {
  'POST /web/email-changes': call({
    summary: 'Confirm a new email, with the token of an email',
    access: 'open',
    body: EmailProof,
    errors: ['email_change_expired', 'email_taken'],
    run: (ctx, { body }) => confirmEmailChange(ctx, body),
  }),
} satisfies Calls;

async function confirm(ctx: Ctx, { c }: SentForm): Promise<string> {
  await confirmEmailChange(ctx, parse(EmailProof, { token: c.req.param('token') }));
  return EMAIL_CHANGED_PATH;
}

/** The button on the page of a link: mail scanners open links, but do not press buttons. */
export const emailChangeForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/:token', handleForms(render, { '': confirm }, { isOpen: true }));
