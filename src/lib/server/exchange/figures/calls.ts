import { ExchangeFigures, FiguresQuery } from '#lib/contract/exchange/figures.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';

import { figuresToCsv, getFigures } from './service.ts';

/** The outcomes of requests in the exchange. */
export const calls = {
  'GET /admin/exchange': call({
    summary: 'See what requests for pickups came to',
    query: FiguresQuery,
    response: ExchangeFigures,
    errors: ['town_invalid'],
    run: (ctx, { query }) => getFigures(ctx, query),
  }),
  'GET /admin/exchange/csv': call({
    summary: 'Download what requests for pickups came to',
    query: FiguresQuery,
    file: CSV_TYPE,
    errors: ['town_invalid'],
    run: async (ctx, { query }, c) => respondCsv(c, 'exchange', await figuresToCsv(ctx, query)),
  }),
} satisfies Calls;
