import type { Browser } from './http-browser.ts';

/** Sends a request whose body ends only after another action. */
export async function sendDuring(
  browser: Pick<Browser, 'send' | 'token'>,
  [method, path, body]: [string, string, FormData | object],
  action: () => Promise<unknown>,
): Promise<Response> {
  const sent = body instanceof FormData ? new Response(body) : Response.json(body);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const [reading, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reading.resolve();
        await done.promise;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = {
    origin: 'http://localhost',
    'x-csrf-token': await browser.token(),
    'content-type': sent.headers.get('content-type') ?? '',
  };
  const response = browser.send(path, {
    method,
    body: stream,
    headers,
    duplex: 'half',
  } as RequestInit);
  await reading.promise;
  await action();
  done.resolve();
  return response;
}
