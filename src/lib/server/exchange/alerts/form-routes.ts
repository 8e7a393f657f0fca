import { Hono } from 'hono';

import { readListingSearch } from '#lib/contract/exchange/listing-search.ts';
import { ACCOUNT_EXCHANGE_PATH, exchangePath } from '#lib/contract/paths.ts';
import { updateTown } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';

import { ALERT_ACTIONS, saveAlert, toAlertSearch } from './service.ts';

const searchOf = ({ c }: SentForm) =>
  readListingSearch(new URL(c.req.url).searchParams, isTown).query;

/** The buttons of the member's alerts. @param pathOf of the page that shows them */
const alertActions = (pathOf: (form: SentForm) => string): Record<string, FormAction> =>
  Object.fromEntries(
    Object.entries(ALERT_ACTIONS).map(([name, act]) => [
      name,
      async (ctx: Ctx, form: SentForm) => {
        await act(ctx, form.values);
        return `${pathOf(form)}#alerts`;
      },
    ]),
  );

const pageOf = (form: SentForm) => exchangePath(searchOf(form));

const SEARCH_ACTIONS = {
  ...alertActions(pageOf),
  async save(ctx: Ctx, form: SentForm) {
    await saveAlert(ctx, toAlertSearch(searchOf(form)));
    return `${pageOf(form)}#alerts`;
  },
};

/** The plain forms of the exchange's page: they work without JavaScript. */
export const alertForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, SEARCH_ACTIONS));

const SETTINGS = {
  ...alertActions(() => ACCOUNT_EXCHANGE_PATH),
  async town(ctx: Ctx, { values }: SentForm) {
    await updateTown(ctx, { town: values.get('town') || null });
    return `${ACCOUNT_EXCHANGE_PATH}?done=saved`;
  },
};

/** The plain forms of a member's settings of the exchange: their alerts, and the town that distances begin at. */
export const exchangeSettingsForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/exchange', handleForms(render, SETTINGS));
