// A wrong clock destroys nothing, and a site that was off for long continues by itself (docs/decisions/0066-clock.md).
import { expect, onTestFinished, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { createAppServer } from '#lib/server/app/app-server.ts';
import { startNightlyBackup } from '#lib/server/app/backup/nightly-backup.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { enqueue } from '#tests/support/nouns/emails.ts';
import { LISTING } from '#tests/support/nouns/listings.ts';
import { addAuthor, decide, DECISIONS } from '#tests/support/nouns/moderation.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { openClockSite } from '#tests/support/site/clock-site.ts';
import { runSharedJobs } from '#tests/support/site/shared-jobs.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LOGIN = '/api/web/auth/login';

type ClockSite = Awaited<ReturnType<typeof openClockSite>>;

/** Runs a server's background work once, except for the backup. */
async function runJobs(services: Services): Promise<void> {
  await services.clock.check();
  await runSharedJobs(services);
  await sendPending(services);
}

/** Runs the nightly backup until this many exist. */
async function backUp({ services, events }: ClockSite, count: number): Promise<void> {
  const stop = startNightlyBackup(services);
  await expect.poll(() => events('backup_made').length).toBe(count);
  await stop();
}

/** Opens another server on the database, like a start. @param ahead of the site's clock */
async function openServer({ services, clocks, log }: Site, ahead = 0) {
  const server = await createAppServer(services.config, {
    clocks: { ...clocks, now: () => clocks.now() + ahead },
    logDestination: { write: (line) => void log.push(line) },
  });
  onTestFinished(() => server.close());
  return server;
}

const problems = async (site: Site): Promise<string[]> => {
  const { body } = await site.guest().get('/readyz');
  return (body['problems'] ?? []).map(({ code }: { code: string }) => code);
};

const hasJumped = async ({ staff }: ClockSite): Promise<boolean> =>
  (await staff.get('/api/admin/overview')).body['data'].clock.has_jumped;

test.each([40, -40])('a clock that is %i days off for a while destroys nothing', async (days) => {
  const site = await openClockSite();
  const { services, shiftClock, advanceClock, events, state } = site;
  await services.clock.check();
  const before = await state();
  shiftClock(days * DAY_MS);
  for (const minutes of [0, 20, 38]) {
    advanceClock(minutes * MINUTE_MS);
    await runJobs(services);
  }
  await backUp(site, 1);
  const sent = events('email_sent').length;
  const backups = before.backups + 1;
  expect(await state()).toEqual({ ...before, emails: 1 - sent, backups });
  expect(events('email_expired')).toEqual([]);
  expect(events('clock_jumped')).toHaveLength(1);
  expect(events('clock_jumped')[0]).toMatchObject({
    waits: ['ends', 'erases'],
    remedy: expect.stringContaining('confirm-clock'),
  });
  expect(await problems(site)).toEqual(['clock_jumped']);

  shiftClock(-days * DAY_MS);
  await runJobs(services);
  expect(await problems(site)).toEqual([]);
  expect(await state()).toEqual({ ...before, emails: 0, backups });
  expect(events('email_sent')).toHaveLength(1);
  expect((await site.owner.get('/api/web/account/profile')).status).toBe(200);
  const { member } = site.leaving;
  const back = await site.guest().post(LOGIN, { email: member.email, password: PASSWORD });
  expect(back.status).toBe(200);
  expect((await site.staff.post(`${DECISIONS}/${site.decision}/reversal`)).status).toBe(201);
});

test('what starts under a slow clock does not end when the clock is set right', async () => {
  const site = await openClockSite();
  const { services, shiftClock, state } = site;
  await services.clock.check();
  shiftClock(-40 * DAY_MS);
  await services.clock.check();
  const [leaving, reader] = [await site.loggedIn(), await site.loggedIn()];
  await leaving.post('/api/web/account/deletion', { [CONFIRM_FIELD]: PASSWORD });
  const { postId } = await addAuthor(site);
  await decide(site.staff, 'post', postId);
  await enqueue(site);
  const { deletions, quarantine } = await state();
  shiftClock(40 * DAY_MS);
  await runJobs(services);
  expect(await state()).toMatchObject({ deletions, quarantine, emails: 0 });
  expect(site.events('email_expired')).toEqual([]);
  expect((await reader.get('/api/web/account/profile')).status).toBe(200);
});

test('writes under a wrong clock do not make it trusted', async () => {
  const site = await openClockSite();
  const { services, shiftClock, advanceClock, state } = site;
  await services.clock.check();
  shiftClock(40 * DAY_MS);
  const visitor = await site.loggedIn();
  await visitor.post(POSTS, postForm([], { listing: JSON.stringify(LISTING) }));
  const written = await state();
  advanceClock(50 * MINUTE_MS);
  await runJobs(services);
  expect(await state()).toEqual(written);
});

test('staff see that the clock is not trusted', async () => {
  const site = await openClockSite();
  await site.services.clock.check();
  expect(await hasJumped(site)).toBe(false);
  site.shiftClock(10 * DAY_MS);
  expect(await hasJumped(site)).toBe(true);
});

test('a site that was off for 40 days continues by itself: some work in an hour, deletions in a day', async () => {
  const site = await openClockSite();
  const { advanceClock, events, state } = site;
  await site.services.clock.check();
  const before = await state();
  advanceClock(40 * DAY_MS);
  const { services } = await openServer(site);
  await runJobs(services);
  advanceClock(59 * MINUTE_MS);
  await runJobs(services);
  expect(await state()).toEqual(before);

  advanceClock(2 * MINUTE_MS);
  await runJobs(services);
  expect(events('clock_trusted')).toMatchObject([{ for: 'ends' }]);
  expect(events('email_expired')).toHaveLength(1);
  const ended = await state();
  expect(ended).toMatchObject({ deletions: 1, quarantine: 1, emails: 0, sessions: 0 });
  expect(new Set(ended.listings)).toEqual(new Set(['expired']));
  expect(ended.pickups).toEqual(['called_off', 'done']);

  advanceClock(22 * HOUR_MS);
  await runJobs(services);
  expect(await state()).toMatchObject({ deletions: 1, quarantine: 1 });
  advanceClock(HOUR_MS);
  await runJobs(services);
  expect(await state()).toMatchObject({ deletions: 0, quarantine: 0 });
  expect(events('clock_trusted')).toMatchObject([{ for: 'ends' }, { for: 'erases' }]);
  expect(events('clock_agrees').length).toBeGreaterThan(0);
});

test('an operator confirms the clock, and all work continues', async () => {
  const site = await openClockSite();
  const { services, advanceClock, state } = site;
  await services.clock.check();
  advanceClock(40 * DAY_MS);
  const server = await openServer(site);
  await runJobs(server.services);
  expect(await state()).toMatchObject({ deletions: 1, quarantine: 1, sessions: 5 });
  // The command runs in its own process; the server sees it within a minute.
  const command = await openServer(site);
  expect(await command.services.clock.confirm()).toBeNull();
  advanceClock(2 * MINUTE_MS);
  await runJobs(server.services);
  expect(await state()).toMatchObject({ deletions: 0, quarantine: 0, sessions: 0 });
});

test('old backups stay while the clock may be wrong', async () => {
  const site = await openClockSite();
  const { services, shiftClock, state } = site;
  await services.clock.check();
  shiftClock(60 * DAY_MS);
  await backUp(site, 1);
  expect((await state()).backups).toBe(21);
  shiftClock(-60 * DAY_MS);
  await backUp(site, 2);
  // Those of the last 14 nights and of three weeks; the one of the wrong clock does not count.
  const { backups } = await state();
  expect(backups).toBeLessThan(19);
  expect(backups).toBeGreaterThan(15);
});

test('after a clock jump at runtime, the server no longer trusts it', async () => {
  const { services, shiftClock, advanceClock } = await openSite();
  const allows = () => services.clock.allows('due_erasures');
  expect(await allows()).toBe(true);
  advanceClock(3 * DAY_MS);
  expect(await allows()).toBe(true);
  shiftClock(2 * DAY_MS);
  expect(await allows()).toBe(false);
  shiftClock(-2 * DAY_MS);
  expect(await allows()).toBe(true);
});

test('days without a jump move the mark, and so does a jump of less than a day', async () => {
  const { services, shiftClock, advanceClock, clocks } = await openSite();
  const allows = () => services.clock.allows('due_erasures');
  for (let day = 0; day < 3; day += 1) {
    expect(await allows()).toBe(true);
    advanceClock(20 * HOUR_MS);
  }
  expect(await allows()).toBe(true);
  // On Postgres the database's clock would differ.
  if (clocks.databaseNow) return;
  shiftClock(20 * HOUR_MS);
  expect(await allows()).toBe(true);
  shiftClock(25 * HOUR_MS);
  expect(await allows()).toBe(false);
});

test('a server whose clock is behind the database’s does not trust it, however steady', async () => {
  const site = await openSite();
  const { config, clock } = site.services;
  const { now } = site.clocks;
  const behind = await createAppServer(config, {
    clocks: { ...site.clocks, now: () => now() - 40 * DAY_MS, databaseNow: async () => now() },
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => behind.close());
  for (let day = 0; day < 3; day += 1) {
    for (const work of ['expired_sessions', 'due_erasures'] as const) {
      expect(await clock.allows(work)).toBe(true);
      expect(await behind.services.clock.allows(work)).toBe(false);
    }
    site.advanceClock(20 * HOUR_MS);
  }
});

test.runIf(process.env['DATABASE'] === 'postgres')(
  'of two servers the one with the wrong clock does nothing, and the other continues',
  async () => {
    const site = await openClockSite();
    const { services, advanceClock, events, state } = site;
    await services.clock.check();
    const before = await state();
    const wrong = await openServer(site, 40 * DAY_MS);
    for (let hours = 0; hours < 30; hours += 6) {
      await runJobs(wrong.services);
      expect(await state()).toEqual(before);
      await services.clock.check();
      advanceClock(6 * HOUR_MS);
    }
    expect(wrong.state.problems.get('clock')).toBe('clock_jumped');
    expect(events('clock_jumped')).toMatchObject([{ database: expect.any(String) }]);
    expect(await wrong.services.clock.confirm()).toBe(40 * DAY_MS);
    expect(await problems(site)).toEqual([]);
    for (let day = 0; day < 15; day += 1) {
      await services.clock.check();
      advanceClock(23 * HOUR_MS);
    }
    await runJobs(services);
    expect(await state()).toMatchObject({ deletions: 0, emails: 0 });
  },
);
