import {
  CreatedPersonalToken,
  PersonalTokenInput,
  PersonalTokenList,
} from '#lib/contract/people/personal-tokens.ts';
import { LIMITS as CONFIRMATION } from '#lib/server/people/confirmations/limits.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { createToken, listTokens, removeToken } from './service.ts';

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

    errors: ['token_not_found'],
    ids: { id: 'token' },
    run: (ctx, { id }) => removeToken(ctx, id),
  }),
} satisfies Calls;
