import { Hono } from 'hono';

import { ReportInput } from '#lib/contract/reports.ts';
import { reportPost } from '#lib/server/domain/reports.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { readId, readJson } from '#lib/server/pipeline/read.ts';

/** Reports (spec 7; design 5). */
export const reports = new Hono<Env>().post('/posts/:id/report', async (c) => {
  const id = readId(c, 'post');
  await reportPost(c.get('ctx'), id, await readJson(c, ReportInput));
  return c.json({ data: null }, 201);
});
