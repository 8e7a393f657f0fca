import { Impact } from '#lib/contract/impact.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

/** What was handed over. */
export const OPERATIONS = {
  'GET /web/impact': { summary: 'See what was handed over', access: 'open', response: Impact },
  'GET /web/impact/csv': {
    summary: 'Download what was handed over',
    access: 'open',
    file: 'text/csv; charset=utf-8',
  },
} satisfies Operations;
