import { expect, test } from 'vitest';

import { runOnce } from '#lib/server/jobs/run-once.ts';
import { openSite } from '#tests/support/site.ts';

const HOUR = 3_600_000;

test('of several servers one runs a job, once in its interval', async () => {
  const { services, advanceClock } = await openSite();
  let runs = 0;
  const job = { name: 'cleanup', intervalMs: HOUR, run: async () => void (runs += 1) } as const;
  /** Starts the job on some servers, and stops it after its first look. */
  const startAll = async () => {
    const stops = Array.from({ length: 5 }, () => runOnce(services, job));
    await Promise.all(stops.map((stop) => stop()));
  };
  await startAll();
  expect(runs).toBe(1);
  await startAll();
  expect(runs).toBe(1);
  advanceClock(HOUR);
  await startAll();
  expect(runs).toBe(2);
});

test('a job that fails is logged, and run again in the next interval', async () => {
  const { services, advanceClock, log } = await openSite();
  const job = {
    name: 'cleanup',
    intervalMs: HOUR,
    run: () => Promise.reject(new Error('The bucket is away.')),
  } as const;
  const start = () => runOnce(services, job)();
  await start();
  await start();
  const count = () => log.filter((line) => line.includes('cleanup_failed')).length;
  expect(count()).toBe(1);
  advanceClock(HOUR);
  await start();
  expect(count()).toBe(2);
});
