import { expect, test } from 'vitest';

import { checkDisk } from '#lib/server/jobs/disk-check.ts';
import { openSite } from '#tests/support/site.ts';

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
