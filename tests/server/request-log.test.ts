import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { randomToken } from '#lib/server/platform/secrets.ts';
import { originOf, logPath } from '#tests/support/server/server-process.ts';

import { startOwnServer, sendRaw } from './running-server.ts';

/**
 * Stops the server and reads its log.
 * @returns the log lines as objects
 */
async function endAndRead({ instance, server }: Awaited<ReturnType<typeof startOwnServer>>) {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  const lines = (await readFile(logPath(instance), 'utf8')).split('\n');
  return lines.filter((line) => line[0] === '{').map((line) => JSON.parse(line));
}

test('every response except static files and successful health checks is one log line, and the last lines are flushed on exit', async () => {
  const built = await startOwnServer();
  const { instance } = built;
  const few = ['/about?from=mail', '/about?from=mail', '/api/token/csrf'];
  // More lines than fit in one write of the log.
  const paths = [...few, ...Array.from({ length: 300 }, () => '/about')];
  for (const path of [...paths, '/favicon.svg', '/healthz', '/readyz'])
    expect((await fetch(originOf(instance) + path)).status).toBe(200);
  const log = await endAndRead(built);
  const requests = log.filter(({ event }) => event === 'request');
  expect(requests.map(({ path }) => path)).toEqual(paths.map((path) => path.split('?')[0]));
  for (const each of requests)
    expect(each).toMatchObject({ method: 'GET', status: 200, address: '127.0.0.1' });
  expect(log.at(-1)).toMatchObject({ event: 'closing', signal: 'SIGTERM' });
});

test('no token is logged, however its URL is written', async () => {
  const token = randomToken();
  const [first = ''] = token;
  const code = first.charCodeAt(0).toString(16);
  const targets = [
    `/forgot-password/verification/${token}`,
    `/forgot-password/verification/${token}/`,
    `/forgot-password//verification/${token}`,
    `//forgot-password/change-password/${token}`,
    `/Forgot-Password/Verification/${token}`,
    `/%66orgot-password/verification/${token}`,
    `/forgot-password%2Fverification%2F${token}`,
    `/forgot-password/verification/%${code}${token.slice(1)}`,
    `/forgot-password/verification/%25${code}${token.slice(1)}`,
    `/forgot-password/verification/x/../${token}`,
    `/forgot-password\\verification\\${token}`,
    `http://x/forgot-password/verification/${token}`,
    `/${token}?${token}`,
  ];
  const built = await startOwnServer();
  for (const target of targets)
    await sendRaw(built.instance, `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n`);
  const log = (await endAndRead(built)).filter(({ path }) => path);
  expect(log).toHaveLength(targets.length);
  for (const each of log) {
    expect(JSON.stringify(each)).not.toContain(token.slice(1));
    expect(each.path).toContain('[token]');
  }
});
