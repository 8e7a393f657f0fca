// systemd keeps the listening socket open while the server restarts (docs/decisions/0035-restarts.md).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { styleText } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import { originOf, type ServerInstance } from '#tests/support/server/server-process.ts';
import { readService, socketTool } from '#tests/support/server/systemd-unit.ts';

import { newInstance } from './running-server.ts';

if (!socketTool)
  process.stderr.write(
    styleText('yellow', '\nSKIPPED: the socket of systemd. Install the package systemd.\n'),
  );

const STARTS = 3;

// Like systemd, restarts the service when it ends, and passes it the socket. Prints each process id.
const SUPERVISOR = `
  for _ in $(seq ${STARTS}); do
    sh -c 'LISTEN_PID=$$ exec "$@"' sh "$@" >/dev/null &
    echo $!
    wait $!
  done`;

type Service = ReturnType<typeof readService>;

/** Lets systemd's program listen, and start a service at the first request. */
function activate({ dataDir, port }: ServerInstance, service: Service): ChildProcess {
  const settings = {
    ...service.env,
    ...PRODUCTION,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    // Another port, as the server must not listen by itself.
    PORT: '0',
  };
  const env = Object.entries(settings).map(([name, value]) => `--setenv=${name}=${value}`);
  const args = [`--listen=127.0.0.1:${port}`, ...env, ...service.command];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  // In its own process group, which ends with the test.
  const child = spawn(socketTool ?? '', args, { stdio: [...stdio], detached: true });
  onTestFinished(() => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL');
  });
  return child;
}

/** Requests a page over a new connection. @returns its status, or why there is none */
const request = (url: string): Promise<number | string | undefined> =>
  new Promise((done) => {
    get(url, { agent: false }, (response) => done(response.resume().statusCode)).on(
      'error',
      ({ message }) => done(message),
    );
  });

test.runIf(socketTool).each([
  ['the service', readService()],
  // The unit of older versions.
  [
    'one without settings for memory',
    { command: [process.execPath, 'scripts/serve.mjs'], env: {} },
  ],
])('%s starts with the socket of systemd', async (_, service) => {
  const instance = await newInstance();
  const server = activate(instance, service);
  await expect.poll(() => request(`${originOf(instance)}/about`)).toBe(200);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

/** Requests a page repeatedly, eight times at once, until it is stopped. */
function load(url: string) {
  const results: (number | string | undefined)[] = [];
  const stopping = new AbortController();
  const client = async () => {
    while (!stopping.signal.aborted) results.push(await request(url));
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  const stop = async () => {
    stopping.abort();
    await clients;
    return results;
  };
  return { results, stop };
}

test.runIf(socketTool)('no request fails while the server restarts', async () => {
  const instance = await newInstance();
  const page = `${originOf(instance)}/about`;
  const { command, env } = readService();
  const shell = activate(instance, { command: ['sh', '-c', SUPERVISOR, 'sh', ...command], env });
  const lines = createInterface({ input: shell.stdout as NonNullable<ChildProcess['stdout']> });
  const pids = lines[Symbol.asyncIterator]();
  const nextPid = async () => Number((await pids.next()).value);
  await expect.poll(() => request(page)).toBe(200);
  let pid = await nextPid();
  const { results, stop } = load(page);
  for (let nth = 1; nth < STARTS; nth += 1) {
    await expect.poll(() => results.length).toBeGreaterThan(nth * 100);
    process.kill(pid, 'SIGTERM');
    // The old process has ended, and the next one is still starting.
    pid = await nextPid();
    expect(await request(page)).toBe(200);
  }
  expect(new Set(await stop())).toEqual(new Set([200]));
  const ended = once(shell, 'exit');
  process.kill(pid, 'SIGTERM');
  await ended;
});
