import * as z from 'zod/mini';

import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS, readCalendar } from './service.ts';

const TYPE = 'text/calendar; charset=utf-8';

/** The calendar of a member's pickups. */
export const calls = {
  'GET /web/calendars/:token': call({
    summary: 'Read pickups in a calendar program',
    access: 'open',
    params: { token: z.string() },
    file: TYPE,
    errors: ['calendar_not_found'],
    limits: [LIMITS.readCalendar],
    run: async (ctx, { token }, c) =>
      c.body(await readCalendar(ctx, token), 200, {
        'content-type': TYPE,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      }),
  }),
} satisfies Calls;
