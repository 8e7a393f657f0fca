// A mail relay with a daily limit.
import { expect, test } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { enqueue, pendingCount } from '#tests/support/nouns/emails.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';
import { openSite } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const READERS = 12;
const PER_DAY = 20;
// Of 20, a tenth is reserved for codes; of the other 18, the 13 hours begun at noon allow 9.
const AT_NOON = 9;

/** A site at noon in the region, with waiting emails from staff to its members. */
async function openAtNoon(perDay = PER_DAY) {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url, EMAILS_PER_DAY: String(perDay) });
  site.advanceTo(12);
  const staff = await signedInStaff(site);
  for (let nth = 0; nth < READERS; nth += 1) await site.member();
  const words = { to: 'everyone', key: newId(), title: 'Typhoon on Friday', content: 'Be quick.' };
  requireOk(await staff.post('/api/admin/notifications', words));
  const { db } = site.services;
  const send = async () => {
    await sendPending(site.services);
    return server.received.length;
  };
  const today = async () => (await staff.get('/api/admin/overview')).body['data'].emails_today;
  const setCount = (count: number) => db.updateTable('daily_emails').set({ count }).execute();
  return { site, server, send, today, setCount };
}

test('emails from staff are spread over the day; those about pickups and codes do not wait for them', async () => {
  const { site, send, today, setCount } = await openAtNoon();
  expect(await send()).toBe(AT_NOON);
  expect(await today()).toEqual({ sent: AT_NOON, limit: PER_DAY });
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
  expect(await send()).toBe(AT_NOON + 1);
  // At 14:00 there is room for 11.
  site.advanceClock(2 * HOUR_MS);
  expect(await send()).toBe(AT_NOON + 2);
  await setCount(18);
  requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
  expect(await send()).toBe(AT_NOON + 2);
  await enqueue(site);
  expect(await send()).toBe(AT_NOON + 3);
  expect(await today()).toEqual({ sent: 19, limit: PER_DAY });
  site.advanceClock(DAY_MS);
  expect(await today()).toEqual({ sent: 0, limit: PER_DAY });
  await send();
  expect(await pendingCount(site)).toBe(0);
  await startSharedJob(site.services, 'cleanup')();
  expect(await site.services.db.selectFrom('daily_emails').select('count').execute()).toHaveLength(
    1,
  );
});

test('urgent emails may use the whole share at once, and codes have a separate one', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url, EMAILS_PER_DAY: String(PER_DAY) });
  site.advanceTo(6);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const requestFor = async (days: number) => {
    const day = dayAfter(site, days);
    requireOk(await ask(stage, await withPhone(site), { amount: 1, day }));
    await sendPending(site.services);
    return server.received.length;
  };
  expect(await requestFor(1)).toBe(1);
  const setCount = (count: number) =>
    site.services.db.updateTable('daily_emails').set({ count }).execute();
  // At 6:00 half of the 18 are for news.
  await setCount(12);
  expect(await requestFor(1)).toBe(1);
  expect(await requestFor(0)).toBe(2);
  await setCount(18);
  expect(await requestFor(0)).toBe(2);
  await enqueue(site);
  await sendPending(site.services);
  expect(server.received).toHaveLength(3);
});

test('servers of one database share the daily limit', async () => {
  const { site, server, today } = await openAtNoon();
  await Promise.all(Array.from({ length: 5 }, () => sendPending(site.services)));
  expect(server.received).toHaveLength(AT_NOON);
  expect(await today()).toEqual({ sent: AT_NOON, limit: PER_DAY });
});

test('emails are not counted while the mail server is down, or when they were read on the site before', async () => {
  const { site, server, send, today } = await openAtNoon();
  await server.close();
  server.dropConnections();
  expect(await send()).toBe(0);
  expect(site.log.join('')).toContain('email_failed');
  expect(await today()).toEqual({ sent: 0, limit: PER_DAY });
  await site.services.db.updateTable('member_notifications').set({ read_at: 1 }).execute();
  site.advanceClock(HOUR_MS);
  await send();
  expect(await pendingCount(site)).toBe(0);
  expect(await today()).toEqual({ sent: 0, limit: PER_DAY });
});

test('emails that wait too long expire', async () => {
  const { site, send } = await openAtNoon(1);
  expect(await send()).toBe(0);
  const waiting = await pendingCount(site);
  expect(waiting).toBeGreaterThanOrEqual(READERS);
  site.advanceClock(4 * DAY_MS);
  expect(await send()).toBe(0);
  expect(await pendingCount(site)).toBe(0);
  const failed = await site.services.db.selectFrom('deliveries').select('failure').execute();
  expect(failed.filter(({ failure }) => failure === 'expired')).toHaveLength(waiting);
});
