import * as z from 'zod/mini';

import { ActFilters, ActListQuery, LoggedAct } from '#lib/contract/people/audit-log.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';

import { exportActs, listActs } from './service.ts';

/** The audit log. */
export const calls = {
  'GET /admin/log': call({
    summary: 'List what staff and operators did',
    query: ActListQuery,
    response: z.object({ acts: z.array(LoggedAct), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listActs(ctx, query),
  }),
  'GET /admin/log/csv': call({
    summary: 'Download what staff and operators did',
    query: ActFilters,
    file: CSV_TYPE,
    run: (ctx, { query }, c) => respondCsv(c, 'log', exportActs(ctx, query)),
  }),
} satisfies Calls;
