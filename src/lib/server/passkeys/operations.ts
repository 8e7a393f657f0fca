import * as z from 'zod/mini';

import { SignedIn } from '#lib/contract/auth.ts';
import {
  CreatedPasskey,
  Passkey,
  PasskeyChange,
  PasskeyList,
  UsedPasskey,
} from '#lib/contract/passkeys.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** The options of WebAuthn, for the browser. */
const Options = z.looseObject({ challenge: z.string() });

/** Passkeys. */
export const OPERATIONS = {
  'GET /web/auth/passkey/options': {
    summary: 'Begin to log in with a passkey',
    access: 'open',
    response: Options,
    errors: ['passkeys_unavailable'],
  },
  'POST /web/auth/passkey': {
    summary: 'Log in with a passkey',
    access: 'open',
    withoutConsent: true,
    body: UsedPasskey,
    response: SignedIn,
    errors: ['passkey_rejected', 'passkeys_unavailable', 'suspended'],
    limits: [LIMITS.passkeyIp, LIMITS.passkeyDevice, LIMITS.passkeySuccess],
  },
  'GET /web/account/passkeys': { summary: 'List my passkeys', response: PasskeyList },
  'GET /web/account/passkeys/options': {
    summary: 'Begin to add a passkey',
    response: Options,
    errors: ['confirmation_required', 'passkeys_unavailable', 'too_many_passkeys'],
    limits: [LIMITS.changePasskeys],
  },
  'POST /web/account/passkeys': {
    summary: 'Add a passkey',
    body: CreatedPasskey,
    response: Passkey,
    status: [201],
    errors: [
      'confirmation_required',
      'passkeys_unavailable',
      'passkey_rejected',
      'passkey_exists',
      'too_many_passkeys',
    ],
    limits: [LIMITS.changePasskeys],
  },
  'GET /web/account/passkeys/confirmation-options': {
    summary: 'Begin to confirm with a passkey that it is me',
    response: Options,
    errors: ['passkeys_unavailable'],
  },
  'POST /web/account/passkeys/confirmations': {
    summary: 'Confirm with a passkey that it is me',
    body: UsedPasskey,
    response: NOTHING,
    errors: ['passkey_rejected', 'passkeys_unavailable'],
    limits: [LIMITS.passkeyConfirmation],
  },
  'PATCH /web/account/passkeys/:id': {
    summary: 'Rename a passkey',
    body: PasskeyChange,
    response: Passkey,
    errors: ['passkey_not_found'],
    limits: [LIMITS.changePasskeys],
  },
  'DELETE /web/account/passkeys/:id': {
    summary: 'Remove a passkey',
    response: NOTHING,
    errors: ['passkey_not_found', 'confirmation_required'],
    limits: [LIMITS.changePasskeys],
  },
} satisfies Operations;
