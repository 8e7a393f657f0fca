import { expect, test } from 'vitest';

import { claimJob } from '#lib/server/platform/jobs/queries.ts';
import { runOnOneServer, type SharedJob } from '#lib/server/platform/jobs/run-job.ts';
import { openSite } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;

test('of several servers one runs a job, once per interval', async () => {
  const { services, advanceClock } = await openSite();
  let runs = 0;
  const run = async () => void (runs += 1);
  const job: SharedJob = {
    name: 'cleanup',
    intervalMs: HOUR,
    tasks: [{ work: 'expired_sessions', run }],
  };
  /** Starts the job on some servers, and stops it after its first check. */
  const startAll = async () => {
    const stops = Array.from({ length: 5 }, () => runOnOneServer(services, job));
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

test('a job claimed by a clock far in the future can be claimed again, but not one claimed by a clock a second ahead', async () => {
  const { services } = await openSite();
  const { db, now } = services;
  const claim = (ahead: number) => claimJob(db, 'cleanup', now() + ahead, now() + ahead + HOUR);
  expect(await claim(8760 * HOUR)).toBe(true);
  expect(await claim(1000)).toBe(true);
  expect(await claim(0)).toBe(false);
});

test('a failing job is logged, and runs again in the next interval', async () => {
  const { services, advanceClock, log } = await openSite();
  const job: SharedJob = {
    name: 'cleanup',
    intervalMs: HOUR,
    tasks: [{ work: 'untimed', run: () => Promise.reject(new Error('The bucket is away.')) }],
  };
  const start = () => runOnOneServer(services, job)();
  await start();
  await start();
  const count = () => log.filter((line) => line.includes('cleanup_failed')).length;
  expect(count()).toBe(1);
  advanceClock(HOUR);
  await start();
  expect(count()).toBe(2);
});
