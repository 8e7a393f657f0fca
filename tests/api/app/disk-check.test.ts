import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { checkDisk, startDiskCheck } from '#lib/server/platform/jobs/storage-checks.ts';
import { openSite } from '#tests/support/site/site.ts';

test('a disk that is nearly full is logged', async () => {
  const { server, log } = await openSite();
  expect(await checkDisk(server.services, server.state, 0)).toBe(false);
  expect(await checkDisk(server.services, server.state, Infinity)).toBe(true);
  expect(log.filter((line) => line.includes('storage_low'))).toHaveLength(1);
});

test('a server that cannot write is not ready, and logs it once', async () => {
  const site = await openSite();
  const { services, state } = site.server;
  const nowhere = { ...services, config: { ...services.config, dataDir: '/dev/null/x' } };
  for (let nth = 0; nth < 2; nth += 1) await checkDisk(nowhere, state);
  expect(site.log.filter((line) => line.includes('"storage_full"'))).toHaveLength(1);
  expect(await site.guest().get('/readyz')).toMatchObject({
    status: 503,
    body: { code: 'storage_full' },
  });
  await checkDisk(services, state);
  expect((await site.guest().get('/readyz')).status).toBe(200);
});

test('leftovers of a killed check are deleted at the start', async () => {
  const { services, state } = (await openSite()).server;
  const { dataDir } = services.config;
  await writeFile(join(dataDir, '.probe-0198c6e0-0000-4000-8000-000000000000'), 'x');
  const stop = startDiskCheck(services, state);
  await expect
    .poll(async () => (await readdir(dataDir)).filter((name) => name.startsWith('.probe-')))
    .toEqual([]);
  await stop();
});
