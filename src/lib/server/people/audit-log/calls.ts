import * as z from 'zod/mini';

import { ActFilters, ActListQuery, LoggedAct } from '#lib/contract/people/audit-log.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { listActs, readAllActs, toCsv } from './service.ts';

const CSV = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="glean-log.csv"',
};

/** The audit log. */
export const calls = {
  'GET /admin/log': call({
    summary: 'List what staff and operators did',
    access: 'staff',
    query: ActListQuery,
    response: z.object({ acts: z.array(LoggedAct), nextCursor: z.nullable(z.string()) }),
    run: (ctx, { query }) => listActs(ctx, query),
  }),
  'GET /admin/log/csv': call({
    summary: 'Download what staff and operators did',
    access: 'staff',
    query: ActFilters,
    file: 'text/csv; charset=utf-8',
    run: (ctx, { query }, c) => c.body(toTextStream(toCsv(readAllActs(ctx, query))), 200, CSV),
  }),
} satisfies Calls;

/** @returns a body that sends texts as they come, in UTF-8; what is not read any more is not made */
function toTextStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
}
