import { Hono } from 'hono';

import { CONFIRM_FIELD } from '#lib/contract/confirmations.ts';
import { toId } from '#lib/contract/ids.ts';
import { TOKENS_PATH } from '#lib/contract/paths.ts';
import { type CreatedPersonalToken, PersonalTokenInput } from '#lib/contract/personal-tokens.ts';
import { requireConsents } from '#lib/server/people/consents/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  readMemberForm,
  type RenderRejected,
  respondToForm,
} from '#lib/server/platform/http/page-forms.ts';
import { actionOf, checkPageForm } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';
import { NO_STORE, setDefaultHeaders } from '#lib/server/platform/http/security-headers.ts';

import { createToken, removeToken } from './service.ts';

async function create(ctx: Ctx, form: URLSearchParams): Promise<CreatedPersonalToken> {
  const password = form.get(CONFIRM_FIELD) ?? undefined;
  // It is not shown again.
  form.delete(CONFIRM_FIELD);
  const input = parse(PersonalTokenInput, {
    name: form.get('name') ?? '',
    scope: form.get('scope') ?? '',
    until: form.get('until') || null,
    [CONFIRM_FIELD]: password,
  });
  return createToken(ctx, input, toId(form.get('token_id') ?? '') ?? undefined);
}

/** Removes a token, unless an earlier press of the button did. */
async function remove(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const id = toId(form.get('token_id') ?? '');
  if (!id) throw notFound('token');
  await removeToken(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'token_not_found')) throw error;
  });
  return `${TOKENS_PATH}?done=removed`;
}

/** Each returns the path to go on to, or what is shown. */
const ACTIONS: Record<
  string,
  (ctx: Ctx, form: URLSearchParams) => Promise<string | CreatedPersonalToken>
> = { create, remove };

/**
 * The plain forms of the page of personal access tokens. A new token is shown in the response itself, as it is stored
 * nowhere: a form that is sent again is rejected.
 */
export const tokenForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/tokens', async (c) => {
    const ctx = c.get('ctx');
    setDefaultHeaders(c, NO_STORE);
    const form = await readMemberForm(c, render);
    if (form instanceof Response) return form;
    return respondToForm(c, render, form, async () => {
      checkPageForm(c, form);
      if (form.get('action') !== 'remove') await requireConsents(ctx);
      const done = await actionOf(form, ACTIONS)(ctx, form);
      if (typeof done === 'string') return done;
      c.set('createdToken', done);
      return render ? render(c) : TOKENS_PATH;
    });
  });
