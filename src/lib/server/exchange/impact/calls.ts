import { Impact, IMPACT_FRESH_SECONDS } from '#lib/contract/exchange/impact.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import { CSV_TYPE, respondCsv } from '#lib/server/platform/http/csv-response.ts';

import { getImpact, toCsv } from './service.ts';

// Members' responses are not stored.
const freshness = ({ viewer }: Ctx): Record<string, string> =>
  viewer ? {} : { 'cache-control': `public, max-age=${IMPACT_FRESH_SECONDS}` };

/** The amounts handed over. */
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
    file: CSV_TYPE,
    run: async (ctx, _input, c) =>
      respondCsv(c, 'impact', toCsv(await getImpact(ctx)), freshness(ctx)),
  }),
} satisfies Calls;
