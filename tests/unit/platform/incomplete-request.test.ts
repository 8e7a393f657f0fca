import { once } from 'node:events';
import { type AddressInfo, BlockList, connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { createHttpServer } from '#lib/server/platform/http/guard/server.ts';

/** @returns a connection to a server, and the statuses of responses that the listener did not see */
async function open() {
  const statuses: number[] = [];
  const onResponse = (status: number) => void statuses.push(status);
  const server = createHttpServer(() => {}, { headers: {}, onResponse }, new BlockList());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  return { socket, statuses };
}

test('a client that leaves before the end of its request gets no response', async () => {
  const { socket, statuses } = await open();
  socket.end('GET / HTTP/1.1\r\nHo');
  expect(await text(socket)).toBe('');
  expect(statuses).toEqual([]);
});

test('a request that cannot be parsed gets 400', async () => {
  const { socket, statuses } = await open();
  socket.end('GET\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect(statuses).toEqual([400]);
});
