import * as z from 'zod/mini';

import { Export } from '#lib/contract/exports.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Copies of a member’s data. */
export const OPERATIONS = {
  'GET /web/account/export': {
    summary: 'See whether my copy is ready',
    response: z.nullable(Export),
  },
  'POST /web/account/export': {
    summary: 'Request a copy of my data',
    withoutConsent: true,
    response: z.nullable(Export),
    status: [202],
    errors: ['confirmation_required'],
    limits: [LIMITS.requestExport],
  },
  'GET /web/account/export/file': {
    summary: 'Download my copy',
    file: 'application/zip',
    errors: ['export_not_found', 'confirmation_required'],
  },
} satisfies Operations;
