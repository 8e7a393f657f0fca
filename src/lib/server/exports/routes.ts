import { Hono } from 'hono';

import type { Env } from '#lib/server/http/env.ts';
import { regionDay } from '#lib/site.ts';

import { getExport, openExport, requestExport } from './service.ts';

/** Copies of all that names the viewer. */
export const exportRoutes = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await getExport(c.get('ctx')) }))
  .post('/', async (c) => c.json({ data: await requestExport(c.get('ctx')) }, 202))
  .get('/file', async (c) => {
    const ctx = c.get('ctx');
    const file = await openExport(ctx);
    const headers = {
      'content-type': file.type,
      'content-length': String(file.size),
      'content-disposition': `attachment; filename="glean-data-${regionDay(ctx.now())}.zip"`,
      'cache-control': 'no-store',
    };
    if (c.req.method !== 'HEAD') return c.body(file.body, 200, headers);
    // An unread stream of a bucket would hold its connection.
    if (file.body instanceof ReadableStream) await file.body.cancel();
    return c.body(null, 200, headers);
  });
