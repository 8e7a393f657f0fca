import { Hono } from 'hono';

import { ActFilters, ActListQuery } from '#lib/contract/audit-log.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseQuery } from '#lib/server/http/parse-request.ts';
import { toTextStream } from '#lib/server/http/text-stream.ts';

import { listActs, readAllActs } from './list-acts.ts';
import { toCsv } from './to-csv.ts';

const CSV = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="glean-log.csv"',
};

/** What staff and operators did. */
export const auditLog = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ data: await listActs(c.get('ctx'), parseQuery(c, ActListQuery)) }),
  )
  .get('/csv', (c) => {
    const acts = readAllActs(c.get('ctx'), parseQuery(c, ActFilters));
    return c.body(toTextStream(toCsv(acts)), 200, CSV);
  });
