import * as z from 'zod/mini';

import { Export } from '#lib/contract/privacy/exports.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { RequestContext } from '#lib/server/platform/http/env.ts';
import { regionDay } from '#lib/site.ts';

import { getExport, LIMITS, openExport, requestExport } from './service.ts';

async function downloadExport(ctx: Ctx, _input: object, c: RequestContext): Promise<Response> {
  const file = await openExport(ctx);
  const headers = {
    'content-type': file.type,
    'content-length': String(file.size),
    'content-disposition': `attachment; filename="glean-data-${regionDay(ctx.now())}.zip"`,
    'cache-control': 'no-store',
  };
  if (c.req.method !== 'HEAD') return c.body(file.body, 200, headers);
  // An unread stream of a bucket would keep its connection open.
  if (file.body instanceof ReadableStream) await file.body.cancel();
  return c.body(null, 200, headers);
}

/** Copies of a member’s data. */
export const calls = {
  'GET /web/account/export': call({
    summary: 'See whether my copy is ready',
    response: z.nullable(Export),
    run: getExport,
  }),
  'POST /web/account/export': call({
    summary: 'Request a copy of my data',
    withoutConsent: true,
    response: z.nullable(Export),
    status: [202],
    errors: ['confirmation_required'],
    limits: [LIMITS.requestExport],
    run: requestExport,
  }),
  'GET /web/account/export/file': call({
    summary: 'Download my copy',
    file: 'application/zip',
    errors: ['export_not_found', 'confirmation_required'],
    run: downloadExport,
  }),
} satisfies Calls;
