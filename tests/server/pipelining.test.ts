import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { MAX_IN_FLIGHT } from '#lib/server/platform/http/guard/in-flight-requests.ts';
import { logPath, originOf } from '#tests/support/server/server-process.ts';

import { startOwnServer } from './running-server.ts';

const CONNECTIONS = 25;
const REQUESTS = 1500;
const RESPONSE_MS = 5000;

/** Sends all bytes, and reads nothing. */
function sendUnread(port: number, bytes: string): Socket {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .pause();
  socket.write(bytes);
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('thousands of pipelined requests whose responses are not read do not stop the server', async () => {
  const { instance, server } = await startOwnServer();
  const bytes = 'GET /about HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUESTS);
  for (let nth = 0; nth < CONNECTIONS; nth += 1) sendUnread(instance.port, bytes);
  const signal = AbortSignal.timeout(RESPONSE_MS);
  expect((await fetch(`${originOf(instance)}/healthz`, { signal })).status).toBe(200);
  const countLines = async () => {
    const lines = (await readFile(logPath(instance), 'utf8')).split('\n');
    const all = lines.filter((line) => line.includes('"/about"'));
    return {
      all: all.length,
      rejected: all.filter((line) => line.includes('"status":503')).length,
    };
  };
  await expect.poll(countLines).toMatchObject({ rejected: CONNECTIONS });
  expect((await countLines()).all).toBeLessThanOrEqual(
    CONNECTIONS * (MAX_IN_FLIGHT.connection + 1),
  );
  expect(server.exitCode).toBeNull();
});

test('the first of too many pipelined requests get responses, and the connection is closed', async () => {
  const { instance } = await startOwnServer();
  const socket = connect(instance.port, '127.0.0.1');
  socket.write('HEAD /about HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(REQUESTS));
  const statuses = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g);
  expect(statuses).toEqual([...Array<string>(MAX_IN_FLIGHT.connection).fill('200'), '503']);
});
