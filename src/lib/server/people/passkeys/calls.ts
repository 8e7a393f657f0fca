import { Hono } from 'hono';
import * as z from 'zod/mini';

import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import { SignedIn } from '#lib/contract/people/sign-in/auth.ts';
import {
  CreatedPasskey,
  Passkey,
  PasskeyChange,
  PasskeyList,
  UsedPasskey,
} from '#lib/contract/people/sign-in/passkeys.ts';
import { requireFreshConfirmation } from '#lib/server/people/viewer/authorize-act.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import {
  bindVisitor,
  readBinding,
  signInBrowser,
  writeSignInCookies,
} from '#lib/server/platform/http/cookies.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { confirmOptions, confirmWithPasskey } from './confirm.ts';
import {
  addOptions,
  addPasskey,
  LIMITS,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './service.ts';
import { signInOptions, signInWithPasskey } from './use-passkey.ts';

/** The options of WebAuthn, for the browser. */
const Options = z.looseObject({ challenge: z.string() });

/** Passkeys. */
export const calls = {
  'GET /web/auth/passkey/options': call({
    summary: 'Begin to log in with a passkey',
    access: 'open',
    response: Options,
    errors: ['passkeys_unavailable'],
    run: (ctx, _input, c) => ({
      ...signInOptions(ctx, {
        host: c.req.header('host'),
        binding: readBinding(c) ?? bindVisitor(c),
      }),
    }),
  }),
  'POST /web/auth/passkey': call({
    summary: 'Log in with a passkey',
    access: 'open',
    withoutConsent: true,
    body: UsedPasskey,
    response: SignedIn,
    errors: ['passkey_rejected', 'passkeys_unavailable', 'suspended'],
    limits: [LIMITS.passkeyIp, LIMITS.passkeyDevice, LIMITS.passkeySuccess],
    run: async (ctx, { body }, c) => {
      // The CSRF token has the same binding, so it exists.
      const binding = readBinding(c) ?? '';
      const browser = { ...signInBrowser(c), host: c.req.header('host'), binding };
      const { member, ...tokens } = await signInWithPasskey(ctx, body, browser);
      writeSignInCookies(c, tokens);
      return member;
    },
  }),
  'GET /web/account/passkeys': call({
    summary: 'List my passkeys',
    response: PasskeyList,
    run: listPasskeys,
  }),
  'GET /web/account/passkeys/options': call({
    summary: 'Begin to add a passkey',
    response: Options,
    errors: ['confirmation_required', 'passkeys_unavailable', 'too_many_passkeys'],
    limits: [LIMITS.changePasskeys],
    run: async (ctx, _input, c) => ({ ...(await addOptions(ctx, c.req.header('host'))) }),
  }),
  'POST /web/account/passkeys': call({
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
    run: (ctx, { body }, c) =>
      addPasskey(ctx, body, {
        host: c.req.header('host'),
        userAgent: c.req.header('user-agent') ?? '',
      }),
  }),
  'GET /web/account/passkeys/confirmation-options': call({
    summary: 'Begin to confirm with a passkey that it is me',
    response: Options,
    errors: ['passkeys_unavailable'],
    run: async (ctx, _input, c) => ({ ...(await confirmOptions(ctx, c.req.header('host'))) }),
  }),
  'POST /web/account/passkeys/confirmations': call({
    summary: 'Confirm with a passkey that it is me',
    body: UsedPasskey,
    errors: ['passkey_rejected', 'passkeys_unavailable'],
    limits: [LIMITS.passkeyConfirmation],
    run: (ctx, { body }, c) => confirmWithPasskey(ctx, body, c.req.header('host')),
  }),
  'PATCH /web/account/passkeys/:id': call({
    summary: 'Rename a passkey',
    body: PasskeyChange,
    response: Passkey,
    limits: [LIMITS.changePasskeys],
    ids: { id: 'passkey' },
    run: (ctx, { id, body }) => renamePasskey(ctx, id, body.name),
  }),
  'DELETE /web/account/passkeys/:id': call({
    summary: 'Remove a passkey',
    errors: ['confirmation_required'],
    limits: [LIMITS.changePasskeys],
    ids: { id: 'passkey' },
    run: (ctx, { id }) => removePasskey(ctx, id),
  }),
} satisfies Calls;

/** Removes a passkey; a repeated click is no error. */
const removeOnce = (ctx: Ctx, id: string): Promise<void> =>
  removePasskey(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'passkey_not_found')) throw error;
  });

function passkeyId({ values }: SentForm): string {
  return readId(values.get('passkey_id'), 'passkey');
}

const ACTIONS = {
  /** The form had the password, or a passkey was used instead. */
  async confirm(ctx: Ctx) {
    requireFreshConfirmation(ctx);
    return PASSKEYS_PATH;
  },
  async remove(ctx: Ctx, form: SentForm) {
    await removeOnce(ctx, passkeyId(form));
    return `${PASSKEYS_PATH}?done=removed`;
  },
  async rename(ctx: Ctx, form: SentForm) {
    const id = passkeyId(form);
    const { name } = parse(PasskeyChange, { name: form.values.get('name') ?? '' });
    await renamePasskey(ctx, id, name);
    return `${PASSKEYS_PATH}?done=renamed`;
  },
};

/** The plain forms on the page of passkeys. */
export const passkeyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/passkeys', handleForms(render, ACTIONS));
