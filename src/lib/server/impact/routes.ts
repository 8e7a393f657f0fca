import { Hono } from 'hono';

import { IMPACT_FRESH_SECONDS } from '#lib/contract/impact.ts';
import type { Env } from '#lib/server/http/env.ts';

import { getImpact } from './service.ts';
import { toCsv } from './to-csv.ts';

const FRESH = { 'cache-control': `public, max-age=${IMPACT_FRESH_SECONDS}` };
const CSV = {
  ...FRESH,
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="glean-impact.csv"',
};

/** What was handed over, open to everyone. */
export const impact = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await getImpact(c.get('ctx')) }, 200, FRESH))
  .get('/csv', async (c) => c.body(toCsv(await getImpact(c.get('ctx'))), 200, CSV));
