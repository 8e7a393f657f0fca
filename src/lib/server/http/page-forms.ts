import type { Handler } from 'hono';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { requireConsents } from '#lib/server/consents/missing-consents.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, toErrorBody } from '#lib/server/errors.ts';

import { NO_STORE, setDefaultHeaders } from './default-headers.ts';
import type { Env, RequestContext } from './env.ts';
import { checkOrigin } from './middleware/csrf.ts';
import { checkPageForm, parsePageForm, readPageForm } from './parse-page-form.ts';

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
  return { values, status, code, errors: fields ?? {}, error: fields ? null : error };
};

const SEE_OTHER = 303;

/** Redirects after a plain form. Scripts that send it get the path instead of the page (`layouts/forms/send-page-form.ts`). */
export function leadOn(c: RequestContext, location: string): Response {
  if (c.req.header('accept')?.startsWith('application/json')) return c.json({ data: { location } });
  return c.redirect(location, SEE_OTHER);
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
    if (!ctx.viewer) return leadOn(c, signInPath(c.req.path));
    const values = await parsePageForm(c);
    return respondToForm(c, render, values, async () => {
      if (!withoutConsent) await requireConsents(ctx);
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
