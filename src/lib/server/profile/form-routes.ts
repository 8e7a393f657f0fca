import { Hono } from 'hono';

import { ACCOUNT_EXCHANGE_PATH } from '#lib/contract/exchange-paths.ts';
import { changeAlert } from '#lib/server/alerts/change-alert.ts';
import type { Ctx } from '#lib/server/context.ts';
import type { Env } from '#lib/server/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/http/page-forms.ts';
import { limitJsonBody } from '#lib/server/http/parse-request.ts';

import { updateTown } from './service.ts';

async function changeExchangeSettings(ctx: Ctx, form: URLSearchParams): Promise<string> {
  if (form.get('action') !== 'town') {
    await changeAlert(ctx, form);
    return `${ACCOUNT_EXCHANGE_PATH}#alerts`;
  }
  await updateTown(ctx, { town: form.get('town') || null });
  return `${ACCOUNT_EXCHANGE_PATH}?saved`;
}

/** The plain forms of the account settings. */
export const profileForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/exchange', limitJsonBody, handlePageForm(render, changeExchangeSettings));
