import type { Handler } from 'hono';

import { CONFIRM_FIELD, Confirmation } from '#lib/contract/confirmations.ts';
import { confirmPassword } from '#lib/server/confirmations/service.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';

import type { Env } from './env.ts';
import { handlePageForm, type RenderRejected } from './page-forms.ts';
import { parse } from './parse-request.ts';

/**
 * Handles the plain forms of a page of staff. When `act` throws `confirmation_required`, the form is shown again with a
 * field for the password (`StaffForm.astro`), and nothing that was typed is lost; sent with it, the form goes through.
 * @param act does what a form says, and returns the path to go on to
 */
export const handleStaffForm = (
  render: RenderRejected | undefined,
  act: (ctx: Ctx, form: URLSearchParams, id: string) => Promise<string>,
): Handler<Env> =>
  handlePageForm(render, async (ctx, form, id) => {
    requireStaffViewer(ctx);
    const password = form.get(CONFIRM_FIELD);
    // It is not shown again.
    form.delete(CONFIRM_FIELD);
    if (password) await confirmPassword(ctx, parse(Confirmation, { [CONFIRM_FIELD]: password }));
    return act(ctx, form, id);
  });
