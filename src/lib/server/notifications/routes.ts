import { Hono } from 'hono';

import { NOTIFICATIONS_PAGE, ReadInput } from '#lib/contract/notifications.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { requireAccessToken } from '#lib/server/auth/access-tokens.ts';
import type { Env } from '#lib/server/http/env.ts';
import { checkTwoPartEtag } from '#lib/server/http/etag.ts';
import { parseId, parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import { markAllRead, markNotificationRead } from './mark-read.ts';
import { getReaderVersion, getSiteVersion, listNotifications } from './service.ts';

const Page = listQuery(NOTIFICATIONS_PAGE);
// Rises when responses get other fields: browsers fetch them again.
const SHAPE = 2;

/** These endpoints also need the access token. */
export const notifications = new Hono<Env>()
  .use(async (c, next) => {
    await requireAccessToken(c.get('ctx'), c.req.header('authorization'));
    return next();
  })
  .get('/', async (c) => {
    const ctx = c.get('ctx');
    const list = parseQuery(c, Page);
    // Browsers poll every 5 seconds. The versions are read first: a change in between only costs the next poll a list.
    const condition = c.req.header('if-none-match');
    const { etag, isUnchanged } = await checkTwoPartEtag(
      condition,
      async () => `${c.req.url} ${SHAPE} ${await getSiteVersion(ctx)}`,
      async () => `${c.req.url} ${SHAPE} ${await getReaderVersion(ctx)}`,
    );
    if (isUnchanged) return c.body(null, 304, { etag });
    return c.json({ data: await listNotifications(ctx, list) }, 200, { etag });
  })
  .patch('/read', async (c) => {
    const { until } = await parseJson(c, ReadInput);
    await markAllRead(c.get('ctx'), until);
    return c.json({ data: null });
  })
  .patch('/:id/read', async (c) => {
    const id = parseId(c, 'notification');
    return c.json({ data: await markNotificationRead(c.get('ctx'), id) });
  });
