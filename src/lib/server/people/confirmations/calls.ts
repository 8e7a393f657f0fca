import { Hono } from 'hono';

import { STAFF_PATH } from '#lib/contract/paths.ts';
import { Confirmation } from '#lib/contract/people/confirmations.ts';
import { safeRedirect } from '#lib/contract/redirects.ts';
import { requireFreshConfirmation } from '#lib/server/people/viewer/authorize-act.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';

import { confirmPassword, LIMITS } from './service.ts';

/** The password, entered again. */
export const calls = {
  'POST /web/account/confirmations': call({
    summary: 'Enter my password again, before what needs it',
    withoutConsent: true,
    body: Confirmation,
    errors: ['wrong_current_password'],
    limits: [LIMITS.confirmation],
    run: (ctx, { body }) => confirmPassword(ctx, body),
  }),
} satisfies Calls;

/** `handleForms` has already checked the password. */
async function goOn(ctx: Ctx, { values }: SentForm): Promise<string> {
  requireFreshConfirmation(ctx);
  return safeRedirect(values.get('next'), STAFF_PATH);
}

/** The plain form that takes the password again, and redirects to the page that required it. */
export const confirmationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { '': goOn }));
