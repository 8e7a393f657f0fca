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

/** A rejected plain form: its page shows it again, with its values. */
interface RejectedForm {
  values: URLSearchParams;
  /** the status of the response */
  status: number;
  code: ErrorCode;
  /** messages by field */
  errors: Record<string, string>;
  /** the message for the whole form; null when all messages are for fields */
  error: string | null;
  /** whether it is encoded for files */
  hasFiles?: boolean;
}

/**
 * Renders the page of a form again. @param rejected undefined when the form succeeded and the page displays the
 * result
 */
export type RenderRejected = (c: RequestContext, rejected?: RejectedForm) => Promise<Response>;

/** Fields whose values are never shown again. */
const SECRET_FIELDS = [CSRF_FIELD, CONFIRM_FIELD, 'password'];

function toRejected(sent: URLSearchParams, thrown: AppError): RejectedForm {
  const { fields, error } = toErrorBody(thrown);
  const { status, code } = thrown;
  const values = new URLSearchParams(sent);
  for (const name of SECRET_FIELDS) values.delete(name);
  if (code === 'invalid_csrf_token') {
    // The login page removes the token.
    const sentence = sent.has(CSRF_FIELD) ? t('form.expired') : t('form.restored');
    return { values, status, code, errors: {}, error: sentence };
  }
  return { values, status, code, errors: fields ?? {}, error: fields ? null : error };
}

const SEE_OTHER = 303;

const wantsPath = (c: RequestContext): boolean =>
  Boolean(c.req.header('accept')?.startsWith('application/json'));

/**
 * Redirects after a plain form. A script that sends forms gets the path instead (`layouts/forms/send-page-form.ts`).
 */
function leadOn(c: RequestContext, location: string): Response {
  if (wantsPath(c)) return c.json({ data: { location } });
  return c.redirect(location, SEE_OTHER);
}

/**
 * Responds to a form whose session has ended with the login page, which contains the form's values and restores them.
 * A script then lets the browser send the form, since the response is another page.
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

/**
 * Performs a form's action and redirects, unless `act` returns a response; a rejected form is shown again with its
 * values.
 */
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
 * Rejects a form of another member's page, after someone else has logged in on this browser. Nothing of it is shown.
 * @throws AppError form_of_other
 */
function rejectOthers({ viewer }: Ctx, values: URLSearchParams): void {
  const pageViewer = values.get(VIEWER_FIELD);
  if (pageViewer !== null && pageViewer !== viewer?.id) throw new AppError('form_of_other');
}

/** A submitted plain form. */
export interface SentForm {
  values: URLSearchParams;
  /** empty for forms without files */
  files: MultipartForm['files'];
  /** the `id` in the path; `''` without one */
  id: string;
  c: RequestContext;
}

/** The action of a form. @returns the path of the next page, or a response */
export type FormAction = (ctx: Ctx, form: SentForm) => Promise<string | Response>;

/** An action that a steward can take on behalf of a person. */
export interface ActingAction {
  /**
   * the object that determines the acting member, by the id in the path or the field `for_account`; `run` gets that
   * context
   */
  actsFor: keyof InPlace;
  /** the field with the id, if it is not in the path */
  idField?: string;
  run: FormAction;
}

/** @returns the context in which an action runs; actions themselves reject invalid ids */
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
  /** guests may use it, too */
  isOpen?: boolean;
  /** actions that need no consent to the documents: agreeing, withdrawing, exporting or deleting */
  withoutConsent?: readonly string[];
  /** whether the actions themselves require the password, every time */
  checksPassword?: boolean;
  /** the limits of forms with files */
  upload?: UploadLimits;
}

/** A form handler with the names of its actions, which a test lists. */
export type FormHandler = Handler<Env> & { actions: string[] };

/** Checks the password, if the form has one. @throws AppError about it, rate_limited */
async function confirm(ctx: Ctx, values: URLSearchParams): Promise<void> {
  const password = values.get(CONFIRM_FIELD);
  if (password)
    await ctx.identity.confirmPassword(ctx, parse(Confirmation, { [CONFIRM_FIELD]: password }));
}

/**
 * Handles the plain forms of a page, which work without JavaScript. A rejected form is shown again with its values,
 * and with a password field when the action throws `confirmation_required` (`PageForm.astro`).
 * @param actions by the field `action`: `''` for a form without it. `up.` also handles `up.3`, where the part after
 *   the dot distinguishes buttons of the same action
 */
export function handleForms(
  render: RenderRejected | undefined,
  actions: Record<string, FormAction | ActingAction>,
  { isOpen = false, withoutConsent = [], checksPassword = false, upload }: FormRules = {},
): FormHandler {
  // Not the object itself, which also has a `constructor`.
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
    // The response may set a session, or contain the form's values.
    setDefaultHeaders(c, NO_STORE);
    // Forms from other sites are not shown.
    checkOrigin(c);
    if (!isOpen && !ctx.viewer) return askToSignIn(c, render);
    const { values, files } = await readForm(c, upload);
    if (!isOpen) rejectOthers(ctx, values);
    const id = c.req.param('id') ?? '';
    // An expired token must not lose what was written.
    return respondToForm(c, render, values, () => act(ctx, { values, files, id, c }));
  };
  return Object.assign(handle, { actions: [...table.keys()] });
}

const readForm = async (c: RequestContext, limits?: UploadLimits) =>
  limits
    ? readUploadForm(c, { ...limits, textFields: [...limits.textFields, CONFIRM_FIELD] })
    : { values: await readPageForm(c), files: [] };

/**
 * Rejects other methods. For a guest, any form may be one whose session has ended, even of pages hidden from guests:
 * all get the same response.
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
