// A receiver notices that a site is silent.
import { expect, test } from 'vitest';

import { openReceiver } from '#tests/support/server/http-receiver.ts';
import { openBackedUpSite, runUntil } from '#tests/support/site/backed-up-site.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';
import { openSite } from '#tests/support/site/site.ts';

const MINUTE_MS = 60_000;

test('a site sends a heartbeat every 5 minutes, and its receiver notices when it ends', async () => {
  const receiver = await openReceiver();
  const site = await openSite({ HEARTBEAT_URL: `${receiver.url}/ping/x` });
  let heardAt = site.services.now();
  const beat = async (isRunning: boolean, minutes: number) => {
    for (let nth = 0; nth < minutes; nth += 1) {
      site.advanceClock(MINUTE_MS);
      if (isRunning) await startSharedJob(site.services, 'heartbeat')();
      if (receiver.received.splice(0).length > 0) heardAt = site.services.now();
    }
    return (site.services.now() - heardAt) / MINUTE_MS > 6;
  };
  expect(await beat(true, 1)).toBe(false);
  for (let nth = 0; nth < 4; nth += 1) expect(await beat(true, 5)).toBe(false);
  expect(await beat(false, 7)).toBe(true);
  expect(await beat(true, 1)).toBe(false);
});

test('a heartbeat is a GET, and one that is not accepted is logged', async () => {
  const receiver = await openReceiver();
  const site = await openSite({ HEARTBEAT_URL: `${receiver.url}/ping/x` });
  receiver.status = 404;
  await startSharedJob(site.services, 'heartbeat')();
  expect(receiver.received).toMatchObject([{ method: 'GET', path: '/ping/x', body: '' }]);
  expect(site.log.join('')).toMatch(/heartbeat_failed.*404/);
});

test('each backup sends a heartbeat', async () => {
  const receiver = await openReceiver();
  const site = await openBackedUpSite(undefined, { HEARTBEAT_URL: receiver.url });
  await runUntil(site.services, () => site.events('backup_made'), 1);
  expect(receiver.received).toHaveLength(1);
});
