import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { ReportInput } from '#lib/contract/reports.ts';
import { notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { getReportStatus, reportComment, reportMember, reportPost } from './service.ts';

export const reports = new Hono<Env>()
  .get('/posts/:id/report', async (c) =>
    c.json({ data: await getReportStatus(c.get('ctx'), parseId(c, 'post')) }),
  )
  .post('/posts/:id/report', async (c) => {
    const id = parseId(c, 'post');
    await reportPost(c.get('ctx'), id, await parseJson(c, ReportInput));
    return c.json({ data: null }, 201);
  })
  .post('/posts/:id/comments/:comment_id/report', async (c) => {
    const postId = parseId(c, 'post');
    const id = toId(c.req.param('comment_id'));
    if (!id) throw notFound('comment');
    await reportComment(c.get('ctx'), { id, postId }, await parseJson(c, ReportInput));
    return c.json({ data: null }, 201);
  })
  .post('/users/:id/report', async (c) => {
    const id = parseId(c, 'member');
    await reportMember(c.get('ctx'), id, await parseJson(c, ReportInput));
    return c.json({ data: null }, 201);
  });
