import { Hono } from 'hono';

import { STAFF_PATH } from '#lib/contract/paths.ts';
import { safeRedirect } from '#lib/contract/redirects.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import type { RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { handleStaffForm, type StaffForm } from '#lib/server/platform/http/staff-forms.ts';

import { requireFreshConfirmation } from './authorize.ts';

/** The password itself is checked with every form of staff. */
async function goOn(ctx: Ctx, { values }: StaffForm): Promise<string> {
  requireFreshConfirmation(ctx);
  return safeRedirect(values.get('next'), STAFF_PATH);
}

/** The plain form that takes the password again, and goes on to where it was needed. */
export const confirmationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleStaffForm(render, { '': goOn }));
