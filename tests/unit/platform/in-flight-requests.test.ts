// Requests and connections beyond the limits (ASVS 15.2.2), with real connections.
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#lib/server/platform/config/config.ts';
import { MAX_IN_FLIGHT } from '#lib/server/platform/http/guard/in-flight-requests.ts';
import { createHttpServer, MAX_CONNECTIONS } from '#lib/server/platform/http/guard/server.ts';

interface Options {
  listener?: RequestListener;
  env?: Record<string, string>;
}

/** @returns the server, and a function that opens connections to it */
async function open({ listener = () => {}, env = {} }: Options = {}) {
  const { trustedProxies } = readConfig({ DEMO: '1', ...env });
  const server = createHttpServer(
    listener,
    { headers: {}, onResponse: () => {} },
    trustedProxies,
    ({ headers }) => headers['if-none-match'] !== undefined,
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const openConnection = () => connect(port, '127.0.0.1').on('error', () => {});
  return { server, openConnection };
}

const SLICE_BYTES = 4 * 1024;

const request = (headers = '') => `GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

const REQUESTS_OF_A_SLICE = Math.ceil(SLICE_BYTES / request().length) + 1;

/** Waits until a server has received a number of requests or connections. */
function received(server: Server, count: number, event = 'request'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const onEvent = () => (left -= 1) === 0 && resolve();
  server.on(event, onEvent);
  return promise.finally(() => server.off(event, onEvent));
}

/** Sends a request on each of a number of new connections, and waits until all are in flight. */
async function fill(
  { server, openConnection }: Awaited<ReturnType<typeof open>>,
  count: number,
  headers?: string,
): Promise<Socket[]> {
  const all = received(server, count);
  const sockets = Array.from({ length: count }, openConnection);
  for (const socket of sockets) socket.write(request(headers));
  await all;
  return sockets;
}

test('a connection with too many requests in flight gets 503 and is closed', async () => {
  const { openConnection } = await open({
    listener: (_, response) => void setImmediate(() => response.end('a')),
  });
  const socket = openConnection();
  socket.write(request().repeat(MAX_IN_FLIGHT.connection + 1));
  const all = await text(socket);
  expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual([
    ...Array(MAX_IN_FLIGHT.connection).fill('HTTP/1.1 200'),
    'HTTP/1.1 503',
  ]);
  expect(all).toMatch(/retry-after: \d[^]+connection: close\r\n[^]*\r\n\r\n$/i);
});

test('a connection that sends more after its rejection is cut, and the rest is not parsed', async () => {
  let handled = 0;
  const { server, openConnection } = await open({ listener: () => void (handled += 1) });
  let created = 0;
  server.on('request', () => (created += 1));
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  openConnection().write(request().repeat(20 * REQUESTS_OF_A_SLICE));
  const [socket] = await accepted;
  await once(socket, 'close');
  expect(handled).toBe(MAX_IN_FLIGHT.connection);
  expect(created).toBeLessThanOrEqual(REQUESTS_OF_A_SLICE);
});

test('consecutive requests have no such limit', async () => {
  const { openConnection } = await open({ listener: (_, response) => response.end('a') });
  const socket = openConnection();
  for (let nth = 0; nth < 3 * MAX_IN_FLIGHT.connection; nth += 1) {
    socket.write(request());
    const [bytes] = await once(socket, 'data');
    expect(String(bytes)).toContain('HTTP/1.1 200');
  }
  socket.destroy();
});

test('a client that does not read gets no second large response', async () => {
  const handled: string[] = [];
  const site = await open({
    listener: ({ url = '' }, response) => {
      handled.push(url);
      response.end(Buffer.alloc(32 * 1024 * 1024));
    },
  });
  const socket = site.openConnection().pause();
  const first = received(site.server, 1);
  socket.write(request());
  await first;
  socket.write(request().replace('/', '/second'));
  const [second] = (await once(site.server, 'request')) as [unknown];
  expect(second).toBeTruthy();
  expect(handled).toEqual(['/']);
});

test('a network with too many requests in flight gets 503, until some are done', async () => {
  const site = await open();
  const sockets = await fill(site, MAX_IN_FLIGHT.network);
  const one = site.openConnection();
  one.write(request());
  expect(await text(one)).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: [123]\d\r\n/i);
  const left = sockets.slice(0, 10).map((socket) => once(socket, 'close'));
  for (const socket of sockets.slice(0, 10)) socket.destroy();
  await Promise.all(left);
  await fill(site, 5);
});

test('a trusted proxy is limited by its clients, not by its own address', async () => {
  const site = await open({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  await fill(site, MAX_IN_FLIGHT.network, 'X-Forwarded-For: 2001:db8::1\r\n');
  const same = site.openConnection();
  same.write(request('X-Forwarded-For: 2001:db8::2\r\n'));
  expect(await text(same)).toMatch(/^HTTP\/1\.1 503 /);
  await fill(site, 10, 'X-Forwarded-For: 198.51.100.7\r\n');
  await fill(site, MAX_IN_FLIGHT.network + 1);
});

test('all clients together are limited', async () => {
  const site = await open({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  await fill(site, MAX_IN_FLIGHT.server);
  const one = site.openConnection();
  one.write(request());
  expect(await text(one)).toMatch(/^HTTP\/1\.1 503 /);
  // Polls are rejected last.
  await fill(site, 1, 'If-None-Match: "1"\r\n');
});

test('polls do not shut out other requests', async () => {
  const site = await open({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  await fill(site, MAX_IN_FLIGHT.server + 1, 'If-None-Match: "1"\r\n');
  await fill(site, 1);
});

test('a few networks that use all their requests do not shut out another', async () => {
  const site = await open({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
  const networks = MAX_IN_FLIGHT.server / MAX_IN_FLIGHT.network;
  const sockets: Socket[] = [];
  for (let nth = 1; nth <= networks; nth += 1)
    sockets.push(
      ...(await fill(site, MAX_IN_FLIGHT.network, `X-Forwarded-For: 198.51.100.${nth}\r\n`)),
    );
  const closed = Promise.race(sockets.map((socket) => once(socket, 'close')));
  await fill(site, 3, 'X-Forwarded-For: 203.0.113.9\r\n');
  await closed;
  const more = site.openConnection();
  more.write(request('X-Forwarded-For: 198.51.100.4\r\n'));
  expect(await text(more)).toMatch(/^HTTP\/1\.1 503 /);
});

test('connections of a network beyond the limit are closed', async () => {
  const { server, openConnection } = await open();
  const sockets: Socket[] = [];
  // The kernel queues some hundreds, and drops further ones.
  const batch = MAX_CONNECTIONS.network / 20;
  while (sockets.length < MAX_CONNECTIONS.network) {
    const accepted = received(server, batch, 'connection');
    sockets.push(...Array.from({ length: batch }, openConnection));
    await accepted;
  }
  await once(openConnection(), 'close');
  for (const socket of sockets) socket.destroy();
});

test('a client that reads nothing of its response is disconnected', async () => {
  const { server, openConnection } = await open({
    listener: (_, response) => void response.end(Buffer.alloc(32 * 1024 * 1024)),
  });
  server.timeout /= 1000;
  const socket = openConnection().pause();
  const closed = new Promise((resolve) => {
    server.once('connection', (accepted) => accepted.once('close', resolve));
  });
  socket.write(request());
  await closed;
});
