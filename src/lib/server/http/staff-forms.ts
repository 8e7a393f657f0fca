import type { Handler } from 'hono';

import { CONFIRM_FIELD, Confirmation } from '#lib/contract/confirmations.ts';
import { CSRF_FIELD } from '#lib/contract/csrf.ts';
import { confirmPassword } from '#lib/server/confirmations/service.ts';
import { requireConsents } from '#lib/server/consents/missing-consents.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/context.ts';

import type { Env } from './env.ts';
import { checkCsrf, checkOrigin } from './middleware/csrf.ts';
import type { MultipartForm, UploadLimits } from './multipart.ts';
import { handlePageForm, type RenderRejected, respondToForm } from './page-forms.ts';
import { parse } from './parse-request.ts';
import { readUploadForm } from './read-upload-form.ts';

/**
 * Handles the plain forms of a page of staff. When `act` throws `confirmation_required`, the form is shown again with a
 * field for the password (`StaffForm.astro`), and nothing that was typed is lost; sent with it, the form goes through.
 * @param act performs the action of a form, and returns the path to go on to
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

/** A plain form with files, and the `id` of its path. */
export interface UploadForm {
  values: URLSearchParams;
  files: MultipartForm['files'];
  id: string;
}

/**
 * Handles the plain forms of a page of staff that send files.
 * @param act performs the action of a form, and returns the path to go on to
 */
export const handleStaffUpload =
  (
    render: RenderRejected | undefined,
    limits: UploadLimits,
    act: (ctx: Ctx, form: UploadForm) => Promise<string>,
  ): Handler<Env> =>
  async (c) => {
    const ctx = c.get('ctx');
    requireStaffViewer(ctx);
    checkOrigin(c);
    const { values, files } = await readUploadForm(c, limits);
    const id = c.req.param('id') ?? '';
    return respondToForm(c, render, values, async () => {
      // A token that has expired loses nothing that was written: the form is shown again, with a new one.
      checkCsrf(c, values.get(CSRF_FIELD) ?? '');
      await requireConsents(ctx);
      return act(ctx, { values, files, id });
    });
  };
