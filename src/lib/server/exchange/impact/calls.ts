import { Impact, IMPACT_FRESH_SECONDS } from '#lib/contract/exchange/impact.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { getImpact, toCsv } from './service.ts';

// Members' responses are not stored.
const freshness = ({ viewer }: Ctx): Record<string, string> =>
  viewer ? {} : { 'cache-control': `public, max-age=${IMPACT_FRESH_SECONDS}` };
const CSV = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="glean-impact.csv"',
};

/** What was handed over. */
export const calls = {
  'GET /web/impact': call({
    summary: 'See what was handed over',
    token: true,
    access: 'open',
    response: Impact,
    guestSeconds: IMPACT_FRESH_SECONDS,
    run: getImpact,
  }),
  'GET /web/impact/csv': call({
    summary: 'Download what was handed over',
    token: true,
    access: 'open',
    file: 'text/csv; charset=utf-8',
    run: async (ctx, _input, c) =>
      c.body(toCsv(await getImpact(ctx)), 200, { ...freshness(ctx), ...CSV }),
  }),
} satisfies Calls;
