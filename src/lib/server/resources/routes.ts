import { Hono } from 'hono';
import { etag } from 'hono/etag';

import { RESOURCES_FRESH_SECONDS, ResourceQuery } from '#lib/contract/resources.ts';
import type { Env, RequestContext } from '#lib/server/http/env.ts';
import { parseId, parseQuery } from '#lib/server/http/parse-request.ts';

import { listResources, getResource } from './service.ts';

// Responses to members are not stored, although they are the same (ASVS 14.3.2).
const freshness = (c: RequestContext): Record<string, string> =>
  c.get('ctx').viewer ? {} : { 'cache-control': `public, max-age=${RESOURCES_FRESH_SECONDS}` };

/** EduHub, open to guests. */
export const resources = new Hono<Env>()
  .use(etag({ weak: true }))
  .get('/', async (c) => {
    const query = parseQuery(c, ResourceQuery);
    return c.json({ data: await listResources(c.get('ctx'), query) }, 200, freshness(c));
  })
  .get('/:id', async (c) =>
    c.json({ data: await getResource(c.get('ctx'), parseId(c, 'resource')) }, 200, freshness(c)),
  );
