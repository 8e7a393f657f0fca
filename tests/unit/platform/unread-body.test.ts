// A request that is rejected before its body is read must not stay in memory.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { GuardedRequest } from '#lib/server/platform/http/guard/guarded-request.ts';
import { drainUnreadBody } from '#lib/server/platform/http/guard/request-body.ts';

const BODY = 'x'.repeat(60_000);

test('a complete body that is not read is released after the response', async () => {
  await using server = createServer({ IncomingMessage: GuardedRequest }, (request, response) => {
    drainUnreadBody(request, response);
    request.whenBuffered(() => response.writeHead(429).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const received = once(server, 'request') as Promise<[IncomingMessage]>;
  const { port } = server.address() as AddressInfo;
  const sent = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: BODY });
  const [request] = await received;
  const closed = once(request, 'close');
  expect((await sent).status).toBe(429);
  await closed;
  expect(request.readableLength).toBe(0);
});
