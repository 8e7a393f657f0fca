// The order of waiting emails.
import { expect, test } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { enqueue, testEmail } from '#tests/support/nouns/emails.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { askForReset } from '#tests/support/nouns/password-reset-requests.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

/** The number of concurrent SMTP conversations; a later one may end earlier. */
const CONCURRENT = 4;
const MINUTE_MS = 60_000;
const READERS = 12;
const REQUESTS = 5;

test('codes and emails about pickups are sent before waiting emails of staff', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  for (let nth = 0; nth < READERS; nth += 1) await site.member();
  const staff = await signedInStaff(site);
  const words = { to: 'everyone', key: newId(), title: 'Typhoon on Friday', content: 'Be quick.' };
  requireOk(await staff.post('/api/admin/notifications', words));
  for (let nth = 0; nth < REQUESTS; nth += 1)
    requireOk(await ask(stage, await withPhone(site), { amount: 1 }));
  requireOk(await askForReset(site.guest(), stage.owner.member.email));
  await sendPending(site.services);
  const subjects = server.received.map(
    ({ text }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(text)?.[1] ?? '',
  );
  const last = (pattern: RegExp) => subjects.findLastIndex((subject) => pattern.test(subject));
  expect(subjects.length).toBeGreaterThanOrEqual(READERS + REQUESTS + 1);
  expect(subjects.filter((subject) => subject.includes('asks for'))).toHaveLength(REQUESTS);
  expect(last(/password|code/i)).toBeLessThan(CONCURRENT);
  expect(last(/asks for/)).toBeLessThan(1 + REQUESTS + CONCURRENT - 1);
});

/** The addresses of accepted emails, in the order of the conversations. */
async function openBusy() {
  let isBusy = true;
  const taken: string[] = [];
  const server = await openMailServer({
    onRcptTo({ address }, _, done) {
      if (isBusy) return done(Object.assign(new Error('Try again later'), { responseCode: 450 }));
      taken.push(address);
      return done();
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  site.advanceTo(12);
  const recover = () => {
    isBusy = false;
    site.advanceClock(MINUTE_MS);
  };
  return { site, taken, recover };
}

/** Requests for listings of several owners, each notified by an email. @returns the owners */
async function requestOf(site: Site, count: number, day: string): Promise<string[]> {
  const owners: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
    requireOk(await ask(stage, await withPhone(site), { amount: 1, day }));
    owners.push(stage.owner.member.email);
  }
  return owners;
}

const latest = (taken: string[], addresses: string[]): number =>
  Math.max(...addresses.map((address) => taken.indexOf(address)));

test('new emails are sent before retries, and urgent ones first', async () => {
  const { site, taken, recover } = await openBusy();
  const tried = await requestOf(site, 6, dayAfter(site, 1));
  const triedToday = await requestOf(site, 1, dayAfter(site, 0));
  await sendPending(site.services);
  recover();
  const fresh = await requestOf(site, 6, dayAfter(site, 1));
  const today = await requestOf(site, 1, dayAfter(site, 0));
  await sendPending(site.services);
  expect(taken).toHaveLength(tried.length + fresh.length + 2);
  expect(latest(taken, [...triedToday, ...today])).toBeLessThan(CONCURRENT);
  expect(latest(taken, fresh)).toBeLessThan(2 + fresh.length + CONCURRENT - 1);
});

test('a retry of a code is sent before new emails', async () => {
  const { site, taken, recover } = await openBusy();
  await enqueue(site);
  await sendPending(site.services);
  recover();
  await requestOf(site, 6, dayAfter(site, 1));
  await sendPending(site.services);
  expect(latest(taken, [testEmail().to.address])).toBeLessThan(CONCURRENT);
});

test('an email that waits overnight is urgent if it is about the day on which it is sent', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  site.advanceTo(21);
  const others = await requestOf(site, 6, dayAfter(site, 3));
  const [owner = ''] = await requestOf(site, 1, dayAfter(site, 1));
  site.advanceTo(6);
  await sendPending(site.services);
  const taken = server.received.map(({ to }) => to[0] ?? '');
  expect(taken).toHaveLength(others.length + 1);
  expect(latest(taken, [owner])).toBeLessThan(CONCURRENT);
});
