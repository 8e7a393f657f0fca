import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { addressOf, logOf } from '#tests/support/built-server.ts';

import { openBuilt } from './place.ts';

test('every answer is one line in the log, kept ones too, and the last line is there at the end', async () => {
  const { place, server } = await openBuilt();
  const few = ['/about?from=mail', '/about?from=mail', '/thank-you?x=1', '/api/token/csrf'];
  // More than are written together.
  const paths = [...few, ...Array.from({ length: 300 }, () => '/about')];
  for (const path of paths) expect((await fetch(addressOf(place) + path)).status).toBe(200);
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  const lines = (await readFile(logOf(place), 'utf8'))
    .split('\n')
    .filter((line) => line[0] === '{');
  const log = lines.map((line) => JSON.parse(line));
  const asked = log.filter(({ event, path }) => event === 'request' && path !== '/readyz');
  expect(asked.map(({ path }) => path)).toEqual(paths.map((path) => path.split('?')[0]));
  for (const each of asked)
    expect(each).toMatchObject({ method: 'GET', status: 200, address: '127.0.0.1' });
  expect(log.at(-1)).toMatchObject({ event: 'closing', signal: 'SIGTERM' });
});
