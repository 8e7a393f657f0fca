import type { Handler, MiddlewareHandler } from 'hono';

import { CSRF_FIELD, VIEWER_FIELD } from '#lib/contract/csrf.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { toId } from '#lib/contract/ids.ts';
import { CONFIRM_FIELD, Confirmation } from '#lib/contract/people/confirmations.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { t } from '#lib/messages/t.ts';
import type { Ctx, InPlace } from '#lib/server/platform/context.ts';
import { AppError, toErrorBody } from '#lib/server/platform/errors.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';

import type { Env, RequestContext } from './env.ts';
import { checkCsrf, checkOrigin } from './middleware/csrf.ts';
import { inUploadSlot } from './middleware/limit-requests.ts';
import { type MultipartForm, readUploadForm, readWords, type UploadLimits } from './multipart.ts';
import { isMultipart, isUrlEncoded, parse, readPageForm } from './parse-request.ts';
import { NO_STORE, setDefaultHeaders } from './response-headers.ts';

/** A plain form that was rejected: its page renders it again, with its values. */
interface RejectedForm {
  values: URLSearchParams;
  /** of the response */
  status: number;
  code: ErrorCode;
  /** what is wrong, per field */
  errors: Record<string, string>;
  /** what is wrong as a whole; null when it is the fields */
  error: string | null;
  /** whether it is sent as one with files */
  hasFiles?: boolean;
}

/** Renders the page of a form again. @param rejected undefined when the form succeeded and its page displays the result */
export type RenderRejected = (c: RequestContext, rejected?: RejectedForm) => Promise<Response>;

/** What a page never has in it that shows the words of a form again. */
const SECRET_FIELDS = [CSRF_FIELD, CONFIRM_FIELD, 'password'];

function toRejected(sent: URLSearchParams, thrown: AppError): RejectedForm {
  const { fields, error } = toErrorBody(thrown);
  const { status, code } = thrown;
  const values = new URLSearchParams(sent);
  for (const name of SECRET_FIELDS) values.delete(name);
  if (code === 'invalid_csrf_token') {
    // The sign-in page leaves the token out.
    const sentence = sent.has(CSRF_FIELD) ? t('form.expired') : t('form.restored');
    return { values, status, code, errors: {}, error: sentence };
  }
  return { values, status, code, errors: fields ?? {}, error: fields ? null : error };
}

const SEE_OTHER = 303;

const wantsPath = (c: RequestContext): boolean =>
  Boolean(c.req.header('accept')?.startsWith('application/json'));

/** Redirects after a plain form. Scripts that send it get the path instead of the page (`layouts/forms/send-page-form.ts`). */
function leadOn(c: RequestContext, location: string): Response {
  if (wantsPath(c)) return c.json({ data: { location } });
  return c.redirect(location, SEE_OTHER);
}

/**
 * Responds to a form whose session has ended: with the sign-in page, which has the words of the form and brings them back.
 * A script sends the form by the browser then, as that page is another one.
 */
async function askToSignIn(
  c: RequestContext,
  render: RenderRejected | undefined,
): Promise<Response> {
  const path = c.req.path + new URL(c.req.url).search;
  if (!render) return leadOn(c, signInPath(path));
  setDefaultHeaders(c, NO_STORE);
  const ended = new AppError('unauthenticated');
  if (wantsPath(c)) return c.json(toErrorBody(ended), ended.status);
  const ctx = c.get('ctx');
  const hasFiles = isMultipart(c.req.header('content-type'));
  const values = await inUploadSlot(ctx, ipPrefix(ctx.ip), () => readWords(c));
  return render(c, { ...toRejected(values, ended), hasFiles });
}

/** Performs the action of a form and redirects, unless `act` responds itself; a rejected form is rendered again with its values. */
async function respondToForm(
  c: RequestContext,
  render: RenderRejected | undefined,
  values: URLSearchParams,
  act: () => Promise<string | Response>,
): Promise<Response> {
  try {
    const done = await act();
    return typeof done === 'string' ? leadOn(c, done) : done;
  } catch (error) {
    const isOurs = error instanceof AppError && error.status < 500;
    if (!isOurs || !render) throw error;
    return render(c, toRejected(values, error));
  }
}

/**
 * Rejects a form of another member's page: someone else has signed in on this browser since. Nothing of it is shown.
 * @throws AppError form_of_other
 */
function rejectOthers({ viewer }: Ctx, values: URLSearchParams): void {
  const pageViewer = values.get(VIEWER_FIELD);
  if (pageViewer !== null && pageViewer !== viewer?.id) throw new AppError('form_of_other');
}

/** A plain form that was sent. */
export interface SentForm {
  values: URLSearchParams;
  /** of those that send files */
  files: MultipartForm['files'];
  /** `id` of the path; `''` without one */
  id: string;
  c: RequestContext;
}

/** What a form does. @returns the path to go on to, or the response */
export type FormAction = (ctx: Ctx, form: SentForm) => Promise<string | Response>;

/** An action of what may be of a person whom the viewer looks after. */
export interface ActingAction {
  /** whose act it is, by the id of the path, or by the field `for_account`: `run` gets the context that acts */
  actsFor: keyof InPlace;
  /** the field that has the id instead of the path */
  idField?: string;
  run: FormAction;
}

/** @returns the context that acts, as an action declares it; an action rejects by itself what is no id */
async function findActing(
  ctx: Ctx,
  { actsFor, idField }: ActingAction,
  form: SentForm,
): Promise<Ctx> {
  const { inPlace } = ctx.identity;
  const id = toId((idField === undefined ? form.id : form.values.get(idField)) ?? undefined);
  if (actsFor === 'input')
    return inPlace.input(ctx, {
      for_account: form.values.get('for_account'),
      ...(id && { post_id: id }),
    });
  return id ? inPlace[actsFor](ctx, id) : ctx;
}

interface FormRules {
  /** for guests, too */
  isOpen?: boolean;
  /** the actions that work before the member has agreed to the documents: they agree, withdraw, export or delete */
  withoutConsent?: readonly string[];
  /** whether the actions take the password themselves, each time */
  checksPassword?: boolean;
  /** of forms that send files */
  upload?: UploadLimits;
}

/** A handler of forms that can say what they do: a test lists all. */
export type FormHandler = Handler<Env> & { actions: string[] };

/** Takes the password, when the form has one. @throws AppError about it, rate_limited */
async function confirm(ctx: Ctx, values: URLSearchParams): Promise<void> {
  const password = values.get(CONFIRM_FIELD);
  if (password)
    await ctx.identity.confirmPassword(ctx, parse(Confirmation, { [CONFIRM_FIELD]: password }));
}

/**
 * Handles the plain forms of a page: they work without JavaScript. One that is rejected is shown again, with what was
 * written, and with a field for the password when its action throws `confirmation_required` (`PageForm.astro`).
 * @param actions by the field `action`: `''` for a form without it. `up.` stands for `up.3`, where what follows the dot
 *   tells apart the buttons that do the same
 */
export function handleForms(
  render: RenderRejected | undefined,
  actions: Record<string, FormAction | ActingAction>,
  { isOpen = false, withoutConsent = [], checksPassword = false, upload }: FormRules = {},
): FormHandler {
  // Not the object, which has a `constructor`, too.
  const table = new Map(Object.entries(actions));
  const act = async (ctx: Ctx, form: SentForm): Promise<string | Response> => {
    const { c, values } = form;
    checkCsrf(c, values.get(CSRF_FIELD) ?? '');
    const name = (values.get('action') ?? '').replace(/(?<=\.).*/s, '');
    if (!isOpen && !withoutConsent.includes(name)) await ctx.identity.requireConsents(ctx);
    const action = table.get(name);
    if (!action) throw new AppError('invalid');
    if (!checksPassword) await confirm(ctx, values);
    if (typeof action === 'function') return action(ctx, form);
    return action.run(await findActing(ctx, action, form), form);
  };
  const handle: Handler<Env> = async (c) => {
    const ctx = c.get('ctx');
    // It may set a session, or contain what was written.
    setDefaultHeaders(c, NO_STORE);
    // What another site sends is not shown.
    checkOrigin(c);
    if (!isOpen && !ctx.viewer) return askToSignIn(c, render);
    const { values, files } = await readForm(c, upload);
    if (!isOpen) rejectOthers(ctx, values);
    const id = c.req.param('id') ?? '';
    // A token that has expired loses nothing that was written.
    return respondToForm(c, render, values, () => act(ctx, { values, files, id, c }));
  };
  return Object.assign(handle, { actions: [...table.keys()] });
}

const readForm = async (c: RequestContext, limits?: UploadLimits) =>
  limits
    ? readUploadForm(c, { ...limits, textFields: [...limits.textFields, CONFIRM_FIELD] })
    : { values: await readPageForm(c), files: [] };

/**
 * Rejects what a page is not for. To a guest, the form of any page may be one whose session has ended, also of those that
 * guests do not see: all get the same.
 * @throws AppError method_not_allowed, form_of_other
 */
export const rejectOtherMethods =
  (render: RenderRejected | undefined): MiddlewareHandler<Env> =>
  async (c) => {
    const type = c.req.header('content-type');
    const ctx = c.get('ctx');
    if (c.req.method === 'POST' && (isUrlEncoded(type) || isMultipart(type))) {
      checkOrigin(c);
      if (!ctx.viewer) return askToSignIn(c, render);
      rejectOthers(ctx, await inUploadSlot(ctx, ctx.viewer.id, () => readWords(c)));
    }
    throw new AppError('method_not_allowed', { allow: ['GET', 'HEAD'] });
  };
