// A supervisor holds the listening socket while the server restarts (docs/decisions/0035-restarts.md).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

import { expect, onTestFinished, test } from 'vitest';

import { ENTRY, originOf, type ServerInstance } from '#tests/support/server/server-process.ts';

import { newInstance } from './running-server.ts';

// Starts the command twice, one after the other, with the socket as descriptor 3; prints their process ids.
const SUPERVISOR = `
  for _ in 1 2; do
    sh -c 'LISTEN_PID=$$ exec "$@"' sh "$@" >/dev/null &
    echo $!
    wait $!
  done`;

/** Starts a supervisor with a socket that only it has. @returns the process ids of its servers, as they start */
async function supervise({ dataDir, port }: ServerInstance, origin: string) {
  const listener = createServer();
  await once(listener.listen(port, '127.0.0.1'), 'listening');
  const { fd } = Reflect.get(listener, '_handle') as { fd: number };
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DEMO: '1',
    // Another port: the server must not listen by itself.
    PORT: '0',
    DATA_DIR: dataDir,
    PUBLIC_URL: origin,
    LISTEN_FDS: '1',
  };
  const args = ['-c', SUPERVISOR, 'sh', process.execPath, ENTRY];
  const shell: ChildProcess = spawn('sh', args, { env, stdio: ['ignore', 'pipe', 'inherit', fd] });
  await new Promise((closed) => listener.close(closed));
  const lines = createInterface({ input: shell.stdout as NonNullable<ChildProcess['stdout']> });
  return { shell, pids: lines[Symbol.asyncIterator]() };
}

/** Requests a page over a new connection. @returns its status */
const request = (url: string): Promise<number | undefined> =>
  new Promise((done, failed) => {
    get(url, { agent: false }, (response) => done(response.resume().statusCode)).on(
      'error',
      failed,
    );
  });

test('requests that come while the server restarts wait, and none is rejected', async () => {
  const instance = await newInstance();
  const page = `${originOf(instance)}/about`;
  const { shell, pids } = await supervise(instance, originOf(instance));
  const first = Number((await pids.next()).value);
  expect(await request(page)).toBe(200);
  process.kill(first, 'SIGTERM');
  // The first one has ended, and the second has only begun to start.
  const second = Number((await pids.next()).value);
  onTestFinished(async () => {
    const ended = once(shell, 'exit');
    process.kill(second);
    await ended;
  });
  const statuses = await Promise.all(Array.from({ length: 10 }, () => request(page)));
  expect(statuses).toEqual(Array(10).fill(200));
});
