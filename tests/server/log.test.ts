import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { randomToken } from '#lib/server/secrets.ts';
import { addressOf, logOf } from '#tests/support/built-server.ts';

import { openBuilt, sendRaw } from './place.ts';

/** @returns all the lines of the log @param server is ended */
async function endAndRead({ place, server }: Awaited<ReturnType<typeof openBuilt>>) {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  const lines = (await readFile(logOf(place), 'utf8')).split('\n');
  return lines.filter((line) => line[0] === '{').map((line) => JSON.parse(line));
}

test('every answer is one line in the log, kept ones too, and the last line is there at the end', async () => {
  const built = await openBuilt();
  const { place } = built;
  const few = ['/about?from=mail', '/about?from=mail', '/thank-you?x=1', '/api/token/csrf'];
  // More than are written together.
  const paths = [...few, ...Array.from({ length: 300 }, () => '/about')];
  for (const path of paths) expect((await fetch(addressOf(place) + path)).status).toBe(200);
  const log = await endAndRead(built);
  const asked = log.filter(({ event, path }) => event === 'request' && path !== '/readyz');
  expect(asked.map(({ path }) => path)).toEqual(paths.map((path) => path.split('?')[0]));
  for (const each of asked)
    expect(each).toMatchObject({ method: 'GET', status: 200, address: '127.0.0.1' });
  expect(log.at(-1)).toMatchObject({ event: 'closing', signal: 'SIGTERM' });
});

test('no token is in the log, however its address is written', async () => {
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
  const built = await openBuilt();
  for (const target of targets)
    await sendRaw(built.place, `GET ${target} HTTP/1.1\nHost: x\nConnection: close\n\n`);
  const log = (await endAndRead(built)).filter(({ path }) => path && path !== '/readyz');
  expect(log).toHaveLength(targets.length);
  for (const each of log) {
    expect(JSON.stringify(each)).not.toContain(token.slice(1));
    expect(each.path).toContain('[token]');
  }
});
