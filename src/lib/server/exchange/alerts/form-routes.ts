import { Hono } from 'hono';

import { type ListingSearch, readListingSearch } from '#lib/contract/listing-search.ts';
import { ACCOUNT_EXCHANGE_PATH, exchangePath } from '#lib/contract/paths.ts';
import { signInPath } from '#lib/contract/redirects.ts';
import { requireConsents } from '#lib/server/people/consents/service.ts';
import { updateTown } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handlePageForm,
  leadOn,
  type RenderRejected,
} from '#lib/server/platform/http/page-forms.ts';
import { actionOf, parsePageForm } from '#lib/server/platform/http/parse-page-form.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';

import { ALERT_ACTIONS, saveAlert, toAlertSearch } from './service.ts';

/** What the buttons of the page do. @param search that is saved */
const actionsOf = (search: ListingSearch): typeof ALERT_ACTIONS => ({
  ...ALERT_ACTIONS,
  save: (ctx) => saveAlert(ctx, toAlertSearch(search)),
});

/** The plain forms of the exchange's page: they work without JavaScript. */
export const alertForms = new Hono<Env>().post('/', async (c) => {
  const { query: search } = readListingSearch(new URL(c.req.url).searchParams, isTown);
  const path = exchangePath(search);
  if (!c.get('ctx').viewer) return leadOn(c, signInPath(path));
  const form = await parsePageForm(c);
  await requireConsents(c.get('ctx'));
  await actionOf(form, actionsOf(search))(c.get('ctx'), form);
  return leadOn(c, `${path}#alerts`);
});

const SETTINGS: typeof ALERT_ACTIONS = {
  ...ALERT_ACTIONS,
  town: async (ctx, form) => {
    await updateTown(ctx, { town: form.get('town') || null });
  },
};

async function changeSettings(ctx: Ctx, form: URLSearchParams): Promise<string> {
  await actionOf(form, SETTINGS)(ctx, form);
  return form.get('action') === 'town'
    ? `${ACCOUNT_EXCHANGE_PATH}?saved`
    : `${ACCOUNT_EXCHANGE_PATH}#alerts`;
}

/** The plain forms of a member's settings of the exchange: their alerts, and the town that distances begin at. */
export const exchangeSettingsForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/exchange', handlePageForm(render, changeSettings));
