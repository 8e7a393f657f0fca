import { Hono } from 'hono';

import { NOTIFICATIONS_PAGE } from '#lib/contract/notifications.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { requireAccessToken } from '#lib/server/auth/access-tokens.ts';
import type { Env } from '#lib/server/http/env.ts';
import { checkTwoPartEtag } from '#lib/server/http/etag.ts';
import { parseId, parseQuery } from '#lib/server/http/parse-request.ts';

import {
  getReaderVersion,
  getSiteVersion,
  listNotifications,
  markNotificationRead,
} from './service.ts';

const Page = listQuery(NOTIFICATIONS_PAGE);

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
      async () => `${c.req.url} ${await getSiteVersion(ctx)}`,
      async () => `${c.req.url} ${await getReaderVersion(ctx)}`,
    );
    if (isUnchanged) return c.body(null, 304, { etag });
    return c.json({ data: await listNotifications(ctx, list) }, 200, { etag });
  })
  .patch('/:id/read', async (c) => {
    const id = parseId(c, 'notification');
    return c.json({ data: await markNotificationRead(c.get('ctx'), id) });
  });
