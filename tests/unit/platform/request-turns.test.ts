// Bodies that complete at the same time are handled in turns (docs/decisions/0037-turns-of-networks.md).
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';

import type { Env } from '#lib/server/platform/http/env.ts';
import { GuardedRequest } from '#lib/server/platform/http/guard/guarded-request.ts';
import { createRequestListener } from '#lib/server/platform/http/guard/server.ts';
import { parseJson } from '#lib/server/platform/http/parse-request.ts';

const REQUESTS = 5;
const networkOf = () => 'a';

test('bodies that end together are parsed in separate turns', async () => {
  let turn = 0;
  let received = 0;
  const parsedIn: number[] = [];
  const waiting = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const app = new Hono<Env>().post('/', async (c) => {
    await parseJson(c, z.object({}));
    parsedIn.push(turn);
    if (parsedIn.length === REQUESTS) done.resolve();
    return c.body(null);
  });
  const options = { isOwnHost: () => true, handlers: [], networkOf, onAbort: () => {} };
  const server = createServer(
    { IncomingMessage: GuardedRequest },
    createRequestListener(app, options),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.on('request', () => (received += 1) === REQUESTS && waiting.resolve());
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: REQUESTS }, () => connect(port, '127.0.0.1'));
  const head =
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{';
  for (const socket of sockets) socket.write(head);
  await waiting.promise;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  onTestFinished(() => {
    clearImmediate(counting);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  for (const socket of sockets) socket.write('}');
  await done.promise;
  expect(new Set(parsedIn).size).toBe(REQUESTS);
});
