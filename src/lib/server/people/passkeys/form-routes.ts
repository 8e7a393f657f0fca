import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { PASSKEYS_PATH } from '#lib/contract/paths.ts';
import { PasskeyChange } from '#lib/contract/people/passkeys.ts';
import { requireFreshConfirmation } from '#lib/server/people/confirmations/authorize.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { removePasskey, renamePasskey } from './service.ts';

/** Removes a passkey, unless an earlier press of the button did. */
const removeOnce = (ctx: Ctx, id: string): Promise<void> =>
  removePasskey(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'passkey_not_found')) throw error;
  });

/** @throws AppError passkey_not_found */
function passkeyId({ values }: SentForm): string {
  const id = toId(values.get('passkey_id') ?? '');
  if (!id) throw notFound('passkey');
  return id;
}

const ACTIONS = {
  /** The password was sent with it, or a passkey was used instead. */
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

/** The plain forms of the page of passkeys. */
export const passkeyForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/passkeys', handleForms(render, ACTIONS));
