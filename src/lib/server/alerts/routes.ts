import { Hono } from 'hono';

import { AlertChange, AlertInput } from '#lib/contract/alerts.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { deleteAlert, listAlerts, pauseAlert, saveAlert } from './service.ts';

export const alerts = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listAlerts(c.get('ctx')) }))
  .post('/', async (c) => {
    const input = await parseJson(c, AlertInput);
    const { alert, isNew } = await saveAlert(c.get('ctx'), input);
    return c.json({ data: alert }, isNew ? 201 : 200);
  })
  .patch('/:id', async (c) => {
    const id = parseId(c, 'alert');
    const { paused } = await parseJson(c, AlertChange);
    return c.json({ data: await pauseAlert(c.get('ctx'), id, paused) });
  })
  .delete('/:id', async (c) => {
    await deleteAlert(c.get('ctx'), parseId(c, 'alert'));
    return c.json({ data: null });
  });
