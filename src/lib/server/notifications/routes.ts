import { Hono } from 'hono';

import { NOTIFICATIONS_PAGE } from '#lib/contract/pages.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { requireAccessToken } from '#lib/server/auth/access-tokens.ts';
import type { Env } from '#lib/server/http/env.ts';
import { hashContent, matchesEtag } from '#lib/server/http/etag.ts';
import { parseId, parseQuery } from '#lib/server/http/parse-request.ts';

import { listNotifications, markNotificationRead } from './service.ts';

const Page = listQuery(NOTIFICATIONS_PAGE);

/** What one is told (spec 7); every call needs the session and its access token (spec 6). */
export const notifications = new Hono<Env>()
  .use(async (c, next) => {
    await requireAccessToken(c.get('ctx'), c.req.header('authorization'));
    return next();
  })
  .get('/', async (c) => {
    const list = parseQuery(c, Page);
    // It is asked for every 5 seconds: an unchanged list costs its headers (spec 9).
    const data = await listNotifications(c.get('ctx'), list);
    const etag = `W/"${hashContent(JSON.stringify(data))}"`;
    const isKnown = matchesEtag(c.req.header('if-none-match'), etag);
    return isKnown ? c.body(null, 304, { etag }) : c.json({ data }, 200, { etag });
  })
  .patch('/:id/read', async (c) => {
    const id = parseId(c, 'notification');
    return c.json({ data: await markNotificationRead(c.get('ctx'), id) });
  });
