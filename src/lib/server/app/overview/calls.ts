import { Overview } from '#lib/contract/app/overview.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { getOverview } from './service.ts';

/** The overview for staff. */
export const calls = {
  'GET /admin/overview': call({
    summary: 'See what waits for staff',
    response: Overview,
    run: getOverview,
  }),
} satisfies Calls;
