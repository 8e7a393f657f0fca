import type { RequestContext } from './env.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';

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

/**
 * Responds with a file for spreadsheets.
 * @param name without `glean` before it, and its end
 * @param content its lines, which may be read while they are sent
 */
export const respondCsv = (
  c: RequestContext,
  name: string,
  content: string | AsyncGenerator<string>,
  headers: Record<string, string> = {},
): Response =>
  c.body(typeof content === 'string' ? content : toTextStream(content), 200, {
    ...headers,
    'content-type': CSV_TYPE,
    'content-disposition': `attachment; filename="glean-${name}.csv"`,
  });
