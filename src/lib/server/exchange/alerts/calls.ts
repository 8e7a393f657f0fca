import { Alert, AlertChange, AlertInput, AlertList } from '#lib/contract/exchange/alerts.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { deleteAlert, LIMITS, listAlerts, pauseAlert, saveAlert } from './service.ts';

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
    limits: [LIMITS.changeAlert],
    ids: { id: 'alert' },
    run: (ctx, { id, body }) => pauseAlert(ctx, id, body.paused),
  }),
  'DELETE /web/alerts/:id': call({
    summary: 'Delete an alert',
    token: true,
    limits: [LIMITS.changeAlert],
    ids: { id: 'alert' },
    run: (ctx, { id }) => deleteAlert(ctx, id),
  }),
} satisfies Calls;
