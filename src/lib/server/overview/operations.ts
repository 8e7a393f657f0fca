import { Overview } from '#lib/contract/overview.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** What staff see first. */
export const OPERATIONS = {
  'GET /admin/overview': {
    summary: 'See what waits for staff',
    access: 'staff',
    response: Overview,
  },
} satisfies Operations;
