import { Hono } from 'hono';

import { Alert, AlertChange, AlertInput, AlertList } from '#lib/contract/exchange/alerts.ts';
import { ACCOUNT_EXCHANGE_PATH } from '#lib/contract/paths.ts';
import { makeCalendar, removeCalendar } from '#lib/server/exchange/calendars/service.ts';
import { readPageSearch, searchPath } from '#lib/server/exchange/listings/search-listings.ts';
import { updateTown } from '#lib/server/people/profile/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type FormAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';

import {
  ALERT_ACTIONS,
  deleteAlert,
  LIMITS,
  listAlerts,
  pauseAlert,
  saveAlert,
  toAlertSearch,
} from './service.ts';

/** Alerts of new listings. */
export const calls = {
  'GET /web/alerts': call({
    summary: 'List my alerts',
    token: true,
    response: AlertList,
    run: listAlerts,
  }),
  'POST /web/alerts': call({
    summary: 'Save a search as an alert',
    token: true,
    body: AlertInput,
    response: Alert,
    status: [201, 200],
    errors: ['town_invalid', 'too_many_alerts'],
    limits: [LIMITS.changeAlert],
    run: async (ctx, { body }, c) => {
      const { alert, isNew } = await saveAlert(ctx, body);
      return c.json({ data: alert }, isNew ? 201 : 200);
    },
  }),
  'PATCH /web/alerts/:id': call({
    summary: 'Pause or resume an alert',
    token: true,
    body: AlertChange,
    response: Alert,
    errors: ['alert_not_found'],
    limits: [LIMITS.changeAlert],
    ids: { id: 'alert' },
    run: (ctx, { id, body }) => pauseAlert(ctx, id, body.paused),
  }),
  'DELETE /web/alerts/:id': call({
    summary: 'Delete an alert',
    token: true,

    errors: ['alert_not_found'],
    limits: [LIMITS.changeAlert],
    ids: { id: 'alert' },
    run: (ctx, { id }) => deleteAlert(ctx, id),
  }),
} satisfies Calls;

const searchOf = async (ctx: Ctx, { c }: SentForm) =>
  (await readPageSearch(ctx, new URL(c.req.url).searchParams)).query;

/** The buttons of the member's alerts. @param pathOf of the page that shows them */
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

/** The plain forms of the exchange's page: they work without JavaScript. */
export const alertForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, SEARCH_ACTIONS));

/** Acts on the calendar of the member's pickups, and leads to it. */
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

/** The plain forms of a member's settings of the exchange: their alerts, the town that distances begin at, their calendar. */
export const exchangeSettingsForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/exchange', handleForms(render, SETTINGS));
