import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { TOKENS_PATH } from '#lib/contract/paths.ts';
import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import {
  CreatedPersonalToken,
  PersonalTokenInput,
  PersonalTokenList,
} from '#lib/contract/people/personal-tokens.ts';
import { LIMITS as CONFIRMATION } from '#lib/server/people/confirmations/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { createToken, LIMITS, listTokens, removeToken } from './service.ts';

/** Personal access tokens. */
export const calls = {
  'GET /web/account/tokens': call({
    summary: 'List my personal access tokens',
    response: PersonalTokenList,
    run: listTokens,
  }),
  'POST /web/account/tokens': call({
    summary: 'Make a personal access token, which no later response has',
    body: PersonalTokenInput,
    response: CreatedPersonalToken,
    status: [201],
    errors: ['wrong_current_password', 'until_past', 'too_many_tokens', 'token_exists'],
    limits: [CONFIRMATION.confirmation, LIMITS.createToken],
    run: (ctx, { body }) => createToken(ctx, body),
  }),
  'DELETE /web/account/tokens/:id': call({
    summary: 'Remove a personal access token',
    withoutConsent: true,
    ids: { id: 'token' },
    run: (ctx, { id }) => removeToken(ctx, id),
  }),
} satisfies Calls;

/** The new token is shown in the response itself, since it is not stored: submitting the form again is rejected. */
const createWith =
  (render: RenderRejected | undefined): FormAction =>
  async (ctx, { c, values }) => {
    const input = parse(PersonalTokenInput, {
      name: values.get('name') ?? '',
      scope: values.get('scope') ?? '',
      until: values.get('until') || null,
      [CONFIRM_FIELD]: values.get(CONFIRM_FIELD) ?? undefined,
    });
    const id = toId(values.get('token_id') ?? '') ?? undefined;
    c.set('createdToken', await createToken(ctx, input, id));
    return render ? render(c) : TOKENS_PATH;
  };

/** Removes a token; a repeated click is no error. */
async function remove(ctx: Ctx, { values }: SentForm): Promise<string> {
  const id = readId(values.get('token_id'), 'token');
  await removeToken(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'token_not_found')) throw error;
  });
  return `${TOKENS_PATH}?done=removed`;
}

/** The plain forms on the page of personal access tokens. */
export const tokenForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(
    '/tokens',
    handleForms(
      render,
      { create: createWith(render), remove },
      { withoutConsent: ['remove'], checksPassword: true },
    ),
  );
