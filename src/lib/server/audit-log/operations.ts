import * as z from 'zod/mini';

import { ActFilters, ActListQuery, LoggedAct } from '#lib/contract/audit-log.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** The audit log. */
export const OPERATIONS = {
  'GET /admin/log': {
    summary: 'List what staff and operators did',
    access: 'staff',
    query: ActListQuery,
    response: z.object({ acts: z.array(LoggedAct), nextCursor: z.nullable(z.string()) }),
  },
  'GET /admin/log/csv': {
    summary: 'Download what staff and operators did',
    access: 'staff',
    query: ActFilters,
    file: 'text/csv; charset=utf-8',
  },
} satisfies Operations;
