import * as z from 'zod/mini';

import type { Operations } from './operation.ts';

/** The document itself. */
export const OPERATIONS = {
  'GET /openapi.json': {
    summary: 'Read this document',
    access: 'open',
    response: z.looseObject({ openapi: z.string() }),
    isBare: true,
  },
} satisfies Operations;
