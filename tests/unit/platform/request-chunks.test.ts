import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, BlockList, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { createHttpServer } from '#lib/server/platform/http/guard/server.ts';

const HEAD = 'POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
// As much as a socket accepts at once.
const ONE_BYTE_CHUNKS = '1\r\nx\r\n'.repeat(10_000);
const LARGE_CHUNKS = `400\r\n${'x'.repeat(1024)}\r\n`.repeat(5000);

/** @returns a connection that has sent the head of a request */
async function send(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const options = { headers: {}, onResponse: () => {} };
  const server = createHttpServer(listener, options, new BlockList());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(HEAD);
  return socket;
}

/** Reads a body. @returns the counts of its events */
function readBody(request: IncomingMessage) {
  const counts = { chunks: 0, bytes: 0 };
  request.on('data', (chunk: Buffer) => {
    counts.chunks += 1;
    counts.bytes += chunk.length;
  });
  return counts;
}

/** Responds with the number of bytes of a body. */
function respondWithBytes(request: IncomingMessage, response: ServerResponse): void {
  const counts = readBody(request);
  request.on('end', () => response.setHeader('connection', 'close').end(String(counts.bytes)));
}

test('a body in chunks of one byte is cut with 400', async () => {
  let counts = { chunks: 0, bytes: 0 };
  const socket = await send((request) => void (counts = readBody(request)));
  socket.write(ONE_BYTE_CHUNKS);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect(counts.chunks).toBeGreaterThan(50);
  expect(counts.chunks).toBeLessThan(110);
});

test('a body of several megabytes in ordinary chunks is read', async () => {
  const socket = await send(respondWithBytes);
  socket.write(`${LARGE_CHUNKS}0\r\n\r\n`);
  expect(await text(socket)).toMatch(/\r\n\r\n5120000$/);
});

/** Sends chunks of one byte until the connection is closed. */
async function sendSmallChunks(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  const sendMore = () => void (socket.writable && socket.write(ONE_BYTE_CHUNKS));
  socket.on('drain', sendMore).resume();
  sendMore();
  await closed;
}

test('chunks of one byte after a response end a connection before the time for the rest is over', async () => {
  const socket = await send((_, response) => void response.writeHead(413).end());
  const start = performance.now();
  await sendSmallChunks(socket);
  // It takes 15 seconds without the limit.
  expect(performance.now() - start).toBeLessThan(8000);
}, 20_000);
