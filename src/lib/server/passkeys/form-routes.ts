import { Hono } from 'hono';

import { CONFIRM_FIELD, Confirmation } from '#lib/contract/confirmations.ts';
import { toId } from '#lib/contract/ids.ts';
import { PasskeyChange } from '#lib/contract/passkeys.ts';
import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import { confirmPassword, requireFreshConfirmation } from '#lib/server/confirmations/service.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/http/page-forms.ts';
import { limitJsonBody, parse } from '#lib/server/http/parse-request.ts';

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

async function changePasskeys(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const action = form.get('action');
  if (action === 'confirm') return confirm(ctx, form);
  const id = toId(form.get('passkey_id') ?? '');
  if (!id) throw notFound('passkey');
  if (action === 'remove') {
    await removeOnce(ctx, id);
    return `${PASSKEYS_PATH}?done=removed`;
  }
  if (action !== 'rename') throw new AppError('invalid');
  await renamePasskey(ctx, id, parse(PasskeyChange, { name: form.get('name') ?? '' }).name);
  return `${PASSKEYS_PATH}?done=renamed`;
}

/** The plain forms of the page of passkeys. */
export const passkeyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/passkeys', limitJsonBody, handlePageForm(render, changePasskeys));
