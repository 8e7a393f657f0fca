import { Hono } from 'hono';

import { ACCOUNT_EXCHANGE_PATH } from '#lib/contract/paths.ts';
import { ALERT_ACTIONS, saveAlert, toAlertSearch } from '#lib/server/exchange/alerts/service.ts';
import { makeCalendar, removeCalendar } from '#lib/server/exchange/calendars/service.ts';
import { updateTown } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';

import { readPageSearch, searchPath } from './search-listings.ts';

const searchOf = async (ctx: Ctx, { c }: SentForm) =>
  (await readPageSearch(ctx, new URL(c.req.url).searchParams)).query;

/** The form actions of the member's alerts. @param pathOf the page that shows the alerts */
const alertActions = (
  pathOf: (ctx: Ctx, form: SentForm) => string | Promise<string>,
): Record<string, FormAction> =>
  Object.fromEntries(
    Object.entries(ALERT_ACTIONS).map(([name, act]) => [
      name,
      async (ctx: Ctx, form: SentForm) => {
        await act(ctx, form.values);
        return `${await pathOf(ctx, form)}#alerts`;
      },
    ]),
  );

const pageOf = async (ctx: Ctx, form: SentForm) => searchPath(ctx, await searchOf(ctx, form));

const SEARCH_ACTIONS = {
  ...alertActions(pageOf),
  async save(ctx: Ctx, form: SentForm) {
    const search = await searchOf(ctx, form);
    await saveAlert(ctx, toAlertSearch(search));
    return `${searchPath(ctx, search)}#alerts`;
  },
};

/** The plain forms of the exchange's page, without JavaScript. */
export const alertForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, SEARCH_ACTIONS));

/** An action on the member's calendar feed, which redirects to it. */
const onCalendar = (act: (ctx: Ctx) => Promise<void>) => async (ctx: Ctx) => {
  await act(ctx);
  return `${ACCOUNT_EXCHANGE_PATH}#calendar`;
};

const SETTINGS = {
  ...alertActions(() => ACCOUNT_EXCHANGE_PATH),
  make_calendar: onCalendar(makeCalendar),
  remove_calendar: onCalendar(removeCalendar),
  async town(ctx: Ctx, { values }: SentForm) {
    await updateTown(ctx, { town: values.get('town') || null });
    return `${ACCOUNT_EXCHANGE_PATH}?done=saved`;
  },
};

/** The plain forms of a member's exchange settings: alerts, town, and calendar feed. */
export const exchangeSettingsForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/exchange', handleForms(render, SETTINGS));
