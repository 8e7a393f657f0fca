import { Hono } from 'hono';

import { STAFF_PATH } from '#lib/contract/paths.ts';
import { safeRedirect } from '#lib/contract/redirects.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';

import { requireFreshConfirmation } from './authorize.ts';

/** The password itself is checked with every form of staff. */
async function goOn(ctx: Ctx, { values }: SentForm): Promise<string> {
  requireFreshConfirmation(ctx);
  return safeRedirect(values.get('next'), STAFF_PATH);
}

/** The plain form that takes the password again, and goes on to where it was needed. */
export const confirmationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { '': goOn }));
