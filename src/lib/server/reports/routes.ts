import { Hono } from 'hono';

import { ReportInput } from '#lib/contract/reports.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { getReportStatus, reportPost } from './service.ts';

export const reports = new Hono<Env>()
  .get('/posts/:id/report', async (c) =>
    c.json({ data: await getReportStatus(c.get('ctx'), parseId(c, 'post')) }),
  )
  .post('/posts/:id/report', async (c) => {
    const id = parseId(c, 'post');
    await reportPost(c.get('ctx'), id, await parseJson(c, ReportInput));
    return c.json({ data: null }, 201);
  });
