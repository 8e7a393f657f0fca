import type { Handler, MiddlewareHandler } from 'hono';

import { CONFIRM_FIELD } from '#lib/contract/confirmations.ts';
import { CSRF_FIELD, FORM_EXPIRED, FORM_RESTORED, VIEWER_FIELD } from '#lib/contract/csrf.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, toErrorBody } from '#lib/server/platform/errors.ts';

import type { Env, RequestContext } from './env.ts';
import { isMultipart, isUrlEncoded } from './media-type.ts';
import { checkOrigin } from './middleware/csrf.ts';
import { checkPageForm, readPageForm } from './parse-page-form.ts';
import { NO_STORE, setDefaultHeaders } from './security-headers.ts';

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
}

/** Renders the page of a form again. @param rejected undefined when the form succeeded and its page displays the result */
export type RenderRejected = (c: RequestContext, rejected?: RejectedForm) => Promise<Response>;

const toRejected = (values: URLSearchParams, thrown: AppError): RejectedForm => {
  const { fields, error } = toErrorBody(thrown);
  const { status, code } = thrown;
  if (code === 'invalid_csrf_token') {
    // The sign-in page leaves the token out.
    const sentence = values.has(CSRF_FIELD) ? FORM_EXPIRED : FORM_RESTORED;
    return { values, status, code, errors: {}, error: sentence };
  }
  return { values, status, code, errors: fields ?? {}, error: fields ? null : error };
};

const SEE_OTHER = 303;

/** What a page never has in it that shows the words of a form again. */
const SECRET_FIELDS = [CSRF_FIELD, CONFIRM_FIELD, 'password'];

const wantsPath = (c: RequestContext): boolean =>
  Boolean(c.req.header('accept')?.startsWith('application/json'));

/** Redirects after a plain form. Scripts that send it get the path instead of the page (`layouts/forms/send-page-form.ts`). */
export function leadOn(c: RequestContext, location: string): Response {
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
  values?: URLSearchParams,
): Promise<Response> {
  const path = c.req.path + new URL(c.req.url).search;
  if (!render || !values) return leadOn(c, signInPath(path));
  setDefaultHeaders(c, NO_STORE);
  const ended = new AppError('unauthenticated');
  if (wantsPath(c)) return c.json(toErrorBody(ended), ended.status);
  for (const name of SECRET_FIELDS) values.delete(name);
  return render(c, toRejected(values, ended));
}

/** Performs the action of a form and redirects, unless `act` responds itself; a rejected form is rendered again with its values. */
export async function respondToForm(
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

/** Whether a form is of another member's page: someone else has signed in on this browser since. */
const isOfOther = ({ viewer }: Ctx, values: URLSearchParams): boolean => {
  const pageViewer = values.get(VIEWER_FIELD);
  return pageViewer !== null && pageViewer !== viewer?.id;
};

/**
 * Reads a form of a member's page. Its CSRF token is not checked yet: one that has expired loses nothing that was written.
 * @returns its values, or the response when its member is not signed in
 */
export async function readMemberForm(
  c: RequestContext,
  render: RenderRejected | undefined,
): Promise<URLSearchParams | Response> {
  // What another site sends is not shown.
  checkOrigin(c);
  const values = await readPageForm(c);
  const ctx = c.get('ctx');
  if (!ctx.viewer) return askToSignIn(c, render, values);
  return isOfOther(ctx, values) ? leadOn(c, c.req.path) : values;
}

/** What a form of members needs besides its session. */
export interface PageFormOptions {
  /** for forms that agree, withdraw, export or delete: they work before the member has agreed to the documents */
  withoutConsent?: boolean;
}

/**
 * Handles the plain forms of a page of members: they work without JavaScript.
 * @param act performs the action of a form, and returns the path to go on to
 */
export const handlePageForm =
  (
    render: RenderRejected | undefined,
    act: (ctx: Ctx, form: URLSearchParams, id: string) => Promise<string>,
    { withoutConsent = false }: PageFormOptions = {},
  ): Handler<Env> =>
  async (c) => {
    const ctx = c.get('ctx');
    const values = await readMemberForm(c, render);
    if (values instanceof Response) return values;
    return respondToForm(c, render, values, async () => {
      checkPageForm(c, values);
      if (!withoutConsent) await ctx.identity.requireConsents(ctx);
      return act(ctx, values, c.req.param('id') ?? '');
    });
  };

/**
 * Handles the plain forms of a page for guests. One whose token has expired is rendered again, with its values.
 * @param act performs the action of a form, and returns the path to go on to
 */
export const handleGuestForm =
  (
    render: RenderRejected | undefined,
    act: (c: RequestContext, form: URLSearchParams) => Promise<string>,
  ): Handler<Env> =>
  async (c) => {
    // It may set a session, or contain what was typed.
    setDefaultHeaders(c, NO_STORE);
    checkOrigin(c);
    const values = await readPageForm(c);
    return respondToForm(c, render, values, () => {
      checkPageForm(c, values);
      return act(c, values);
    });
  };

/**
 * Rejects what a page is not for. To a guest, the form of any page may be one whose session has ended, also of those that
 * guests do not see: all get the same.
 * @throws AppError method_not_allowed
 */
export const rejectOtherMethods =
  (render: RenderRejected | undefined): MiddlewareHandler<Env> =>
  async (c) => {
    const type = c.req.header('content-type');
    const isForm = c.req.method === 'POST' && (isUrlEncoded(type) || isMultipart(type));
    if (!isForm || c.get('ctx').viewer)
      throw new AppError('method_not_allowed', { allow: ['GET', 'HEAD'] });
    checkOrigin(c);
    return askToSignIn(c, render, isUrlEncoded(type) ? await readPageForm(c) : undefined);
  };
