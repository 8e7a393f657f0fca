import { Hono } from 'hono';

import { IMPACT_FRESH_SECONDS } from '#lib/contract/impact.ts';
import type { Ctx } from '#lib/server/context.ts';
import type { Env } from '#lib/server/http/env.ts';

import { getImpact } from './service.ts';
import { toCsv } from './to-csv.ts';

// Members' responses are not stored.
const freshness = ({ viewer }: Ctx): Record<string, string> =>
  viewer ? {} : { 'cache-control': `public, max-age=${IMPACT_FRESH_SECONDS}` };
const CSV = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="glean-impact.csv"',
};

/** What was handed over, open to everyone. */
export const impact = new Hono<Env>()
  .get('/', async (c) => {
    const ctx = c.get('ctx');
    return c.json({ data: await getImpact(ctx) }, 200, freshness(ctx));
  })
  .get('/csv', async (c) => {
    const ctx = c.get('ctx');
    return c.body(toCsv(await getImpact(ctx)), 200, { ...freshness(ctx), ...CSV });
  });
