import {
  CreatedPersonalToken,
  PersonalTokenInput,
  PersonalTokenList,
} from '#lib/contract/personal-tokens.ts';
import { LIMITS as CONFIRMATION } from '#lib/server/confirmations/limits.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Personal access tokens. */
export const OPERATIONS = {
  'GET /web/account/tokens': {
    summary: 'List my personal access tokens',
    response: PersonalTokenList,
  },
  'POST /web/account/tokens': {
    summary: 'Make a personal access token, which no later response has',
    body: PersonalTokenInput,
    response: CreatedPersonalToken,
    status: [201],
    errors: ['wrong_current_password', 'until_past', 'too_many_tokens', 'token_exists'],
    limits: [CONFIRMATION.confirmation, LIMITS.createToken],
  },
  'DELETE /web/account/tokens/:id': {
    summary: 'Remove a personal access token',
    withoutConsent: true,
    response: NOTHING,
    errors: ['token_not_found'],
  },
} satisfies Operations;
