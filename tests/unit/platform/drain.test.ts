import { once } from 'node:events';
import { type AddressInfo, BlockList, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { createHttpServer, drain } from '#lib/server/platform/http/guard/server.ts';

const LONG_MS = 600_000;

/** Starts a server that responds to everything, and opens a connection, which the server has accepted. */
async function accept() {
  const responder = { headers: {}, onResponse: () => {} };
  const server = createHttpServer(
    (_, response) => response.end('here'),
    responder,
    new BlockList(),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(server, 'connection');
  return { server, socket };
}

test('the first request of a connection accepted before the end is handled', async () => {
  const { server, socket } = await accept();
  const ended = drain(server, LONG_MS, LONG_MS);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*here/);
  await ended;
});

test('an idle connection does not delay the end', async () => {
  const { server, socket } = await accept();
  await drain(server, LONG_MS, LONG_MS);
  expect(await text(socket)).toBe('');
});
