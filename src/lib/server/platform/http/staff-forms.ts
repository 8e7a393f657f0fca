import type { Handler } from 'hono';

import { CONFIRM_FIELD, Confirmation } from '#lib/contract/confirmations.ts';
import { CSRF_FIELD } from '#lib/contract/csrf.ts';
import { type Ctx, requireStaffViewer } from '#lib/server/platform/context.ts';

import type { Env } from './env.ts';
import { checkCsrf, checkOrigin } from './middleware/csrf.ts';
import { type MultipartForm, readUploadForm, type UploadLimits } from './multipart.ts';
import {
  handlePageForm,
  type PageFormOptions,
  type RenderRejected,
  respondToForm,
} from './page-forms.ts';
import { actionNamed } from './parse-page-form.ts';
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
        await ctx.identity.confirmPassword(ctx, parse(Confirmation, { [CONFIRM_FIELD]: password }));
      return act(ctx, form);
    },
    options,
  );

/** A plain form of staff, and the `id` of its path. */
export interface StaffForm {
  values: URLSearchParams;
  id: string;
}

/**
 * What the forms of a page do, by their field `action`: `''` for one without it. `up.` stands for `up.3`, where what
 * follows the dot tells apart the buttons that do the same. Each returns the path to go on to.
 */
type Actions<Form> = Record<string, (ctx: Ctx, form: Form) => Promise<string>>;

/** A handler of forms that can say what they do: a test lists all. */
export type StaffFormHandler = Handler<Env> & { actions: string[] };

const nameOf = (values: URLSearchParams): string =>
  (values.get('action') ?? '').replace(/(?<=\.).*/s, '');

/** @throws AppError invalid for an action that there is not */
async function perform<Form extends StaffForm>(
  ctx: Ctx,
  actions: Actions<Form>,
  form: Form,
): Promise<string> {
  const { values } = form;
  const password = values.get(CONFIRM_FIELD);
  // It is not shown again.
  values.delete(CONFIRM_FIELD);
  if (password)
    await ctx.identity.confirmPassword(ctx, parse(Confirmation, { [CONFIRM_FIELD]: password }));
  return actionNamed(nameOf(values), actions)(ctx, form);
}

const withActions = <Form>(handler: Handler<Env>, actions: Actions<Form>): StaffFormHandler =>
  Object.assign(handler, { actions: Object.keys(actions) });

/**
 * Handles the plain forms of a page of staff. When an action throws `confirmation_required`, the form is shown again
 * with a field for the password (`StaffForm.astro`), and nothing that was typed is lost; sent with it, the form goes
 * through.
 */
export const handleStaffForm = (
  render: RenderRejected | undefined,
  actions: Actions<StaffForm>,
): StaffFormHandler =>
  withActions(
    handlePageForm(render, (ctx, values, id) => {
      requireStaffViewer(ctx);
      return perform(ctx, actions, { values, id });
    }),
    actions,
  );

/** A plain form with files. */
export interface UploadForm extends StaffForm {
  files: MultipartForm['files'];
}

/** As `handleStaffForm`, for forms that send files. */
export function handleStaffUpload(
  render: RenderRejected | undefined,
  limits: UploadLimits,
  actions: Actions<UploadForm>,
): StaffFormHandler {
  const textFields = [...limits.textFields, CONFIRM_FIELD];
  return withActions(async (c) => {
    const ctx = c.get('ctx');
    requireStaffViewer(ctx);
    checkOrigin(c);
    const { values, files } = await readUploadForm(c, { ...limits, textFields });
    const id = c.req.param('id') ?? '';
    return respondToForm(c, render, values, async () => {
      // A token that has expired loses nothing that was written: the form is shown again, with a new one.
      checkCsrf(c, values.get(CSRF_FIELD) ?? '');
      await ctx.identity.requireConsents(ctx);
      return perform(ctx, actions, { values, files, id });
    });
  }, actions);
}
