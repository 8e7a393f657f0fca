import { Hono } from 'hono';

import { CONFIRM_FIELD, Confirmation } from '#lib/contract/confirmations.ts';
import { toId } from '#lib/contract/ids.ts';
import { PasskeyChange } from '#lib/contract/passkeys.ts';
import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import { requireFreshConfirmation } from '#lib/server/people/confirmations/authorize.ts';
import { confirmPassword } from '#lib/server/people/confirmations/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { actionOf } from '#lib/server/platform/http/parse-page-form.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { removePasskey, renamePasskey } from './service.ts';

/** Removes a passkey, unless an earlier press of the button did. */
const removeOnce = (ctx: Ctx, id: string): Promise<void> =>
  removePasskey(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'passkey_not_found')) throw error;
  });

/** Takes the password again, or goes on when a passkey was used instead. */
async function confirm(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const password = form.get(CONFIRM_FIELD);
  // It is not shown again.
  form.delete(CONFIRM_FIELD);
  if (password === null) requireFreshConfirmation(ctx);
  else await confirmPassword(ctx, parse(Confirmation, { [CONFIRM_FIELD]: password }));
  return PASSKEYS_PATH;
}

/** @throws AppError passkey_not_found */
function passkeyId(form: URLSearchParams): string {
  const id = toId(form.get('passkey_id') ?? '');
  if (!id) throw notFound('passkey');
  return id;
}

const ACTIONS: Record<string, (ctx: Ctx, form: URLSearchParams) => Promise<string>> = {
  confirm,
  remove: async (ctx, form) => {
    await removeOnce(ctx, passkeyId(form));
    return `${PASSKEYS_PATH}?done=removed`;
  },
  rename: async (ctx, form) => {
    const id = passkeyId(form);
    await renamePasskey(ctx, id, parse(PasskeyChange, { name: form.get('name') ?? '' }).name);
    return `${PASSKEYS_PATH}?done=renamed`;
  },
};

const changePasskeys = async (ctx: Ctx, form: URLSearchParams) =>
  actionOf(form, ACTIONS)(ctx, form);

/** The plain forms of the page of passkeys. */
export const passkeyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/passkeys', handlePageForm(render, changePasskeys));
