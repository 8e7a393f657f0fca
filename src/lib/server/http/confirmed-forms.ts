import type { Handler } from 'hono';

import { CONFIRM_FIELD, Confirmation } from '#lib/contract/confirmations.ts';
import { confirmPassword } from '#lib/server/confirmations/service.ts';
import type { Ctx } from '#lib/server/context.ts';

import type { Env } from './env.ts';
import { handlePageForm, type PageFormOptions, type RenderRejected } from './page-forms.ts';
import { parse } from './parse-request.ts';

/**
 * Handles the plain forms of a page of members that may need the password again: when `act` throws
 * `confirmation_required`, the form is shown again with a field for it.
 * @param act performs the action of a form, and returns the path to go on to
 */
export const handleConfirmedForm = (
  render: RenderRejected | undefined,
  act: (ctx: Ctx, form: URLSearchParams) => Promise<string>,
  options?: PageFormOptions,
): Handler<Env> =>
  handlePageForm(
    render,
    async (ctx, form) => {
      const password = form.get(CONFIRM_FIELD);
      // It is not shown again.
      form.delete(CONFIRM_FIELD);
      if (password !== null)
        await confirmPassword(ctx, parse(Confirmation, { [CONFIRM_FIELD]: password }));
      return act(ctx, form);
    },
    options,
  );
