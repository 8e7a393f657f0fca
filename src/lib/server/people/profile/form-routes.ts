import { Hono } from 'hono';

import { ACCOUNT_EXCHANGE_PATH } from '#lib/contract/paths.ts';
import { ALERT_ACTIONS } from '#lib/server/exchange/alerts/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { actionOf } from '#lib/server/platform/http/parse-page-form.ts';

import { updateTown } from './service.ts';

const ACTIONS: typeof ALERT_ACTIONS = {
  ...ALERT_ACTIONS,
  town: async (ctx, form) => {
    await updateTown(ctx, { town: form.get('town') || null });
  },
};

async function changeExchangeSettings(ctx: Ctx, form: URLSearchParams): Promise<string> {
  await actionOf(form, ACTIONS)(ctx, form);
  const isTown = form.get('action') === 'town';
  return isTown ? `${ACCOUNT_EXCHANGE_PATH}?saved` : `${ACCOUNT_EXCHANGE_PATH}#alerts`;
}

/** The plain forms of the account settings. */
export const profileForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/exchange', handlePageForm(render, changeExchangeSettings));
