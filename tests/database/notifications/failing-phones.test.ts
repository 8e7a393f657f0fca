// Devices that accept no pushes: whether they delay others, how often they are tried, and when they are removed.
import { expect, onTestFinished, test } from 'vitest';

import { createAppServer } from '#lib/server/app/app-server.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { sendPending, startDeliveries } from '#lib/server/platform/deliveries/delivery-worker.ts';
import type { PushNetwork } from '#lib/server/platform/push/push-sender.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { comment } from '#tests/support/nouns/moderation.ts';
import {
  listPushDevices,
  newSubscription,
  PUSH_DEVICES,
} from '#tests/support/nouns/push-devices.ts';
import { openPushService, openSilentHost } from '#tests/support/nouns/push-service.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Another server on the database of a site. */
async function openSecond({ services, clocks }: Site, network: PushNetwork): Promise<Services> {
  const second = await createAppServer(services.config, {
    clocks,
    pushNetwork: network,
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => second.close());
  return second.services;
}

/** Returns a function that comments on a new post of a member. */
const commentOn = async (browser: MemberBrowser, commenter: MemberBrowser): Promise<void> => {
  const { post } = await publishListing(browser);
  await comment(commenter, post.post_id, 'Is it dry?');
};

const OWNERS = 3;
const PHONES = 10;

const HOSTS: [string, (nth: number) => string][] = [
  ['one host', () => 'silent.example'],
  ['many hosts of one domain', (nth) => `phone${nth}.silent.example`],
];

test.each(HOSTS)('silent phones at %s delay no other push', async (_, hostOf) => {
  const service = await openPushService();
  const silent = await openSilentHost(service);
  const site = await openSite({}, { pushNetwork: silent.network });
  site.advanceTo(12);
  const [ana, mark] = [await site.signedIn(), await site.signedIn()];
  for (let owner = 0; owner < OWNERS; owner += 1) {
    const nena = await site.signedIn();
    for (let nth = 0; nth < PHONES; nth += 1) {
      const browser = await site.signedIn(nena.member);
      requireOk(await browser.post(PUSH_DEVICES, newSubscription(hostOf(nth))));
    }
    await commentOn(nena, mark);
  }
  requireOk(await ana.post(PUSH_DEVICES, service.subscribe()));
  for (const services of [site.services, await openSecond(site, silent.network)])
    onTestFinished(startDeliveries(services));
  // Each of the two servers allows two concurrent requests per domain.
  await expect.poll(silent.connections).toBeGreaterThanOrEqual(4);
  await commentOn(ana, mark);
  await expect.poll(() => service.received.length).toBe(1);
  // It did not wait for all of them.
  expect(silent.connections()).toBeLessThan(OWNERS * PHONES);
});

/** Maria's phone, at a failing push service, and three notifications for it. */
async function openFailing() {
  const service = await openPushService();
  const site = await openSite({}, { pushNetwork: service.network });
  site.advanceTo(12);
  const [maria, mark] = [await site.signedIn(), await site.signedIn()];
  requireOk(await maria.post(PUSH_DEVICES, service.subscribe()));
  service.respondWith(503);
  for (let nth = 0; nth < 3; nth += 1) await commentOn(maria, mark);
  const second = await openSecond(site, service.network);
  /** Both servers send what is due. @returns the number of requests to the service */
  const send = async () => {
    const before = service.received.length;
    await Promise.all([site.services, second].map(sendPending));
    return service.received.length - before;
  };
  return { site, service, maria, mark, send };
}

test('a phone that keeps failing is tried once for all of its notifications, by one server', async () => {
  const { site, service, maria, mark, send } = await openFailing();
  // Its state was unknown.
  expect(await send()).toBeGreaterThan(0);
  expect(await send()).toBe(0);
  await commentOn(maria, mark);
  for (let nth = 0; nth < 5; nth += 1) {
    site.advanceClock(16 * MINUTE_MS);
    expect(await send()).toBe(1);
  }
  service.respondWith(201);
  site.advanceClock(16 * MINUTE_MS);
  // A success releases the others.
  expect((await send()) + (await send())).toBe(4);
  await commentOn(maria, mark);
  expect(await send()).toBe(1);
});

test('staff see notifications for a paused phone as waiting, not as due', async () => {
  const { site, maria, mark, send } = await openFailing();
  await send();
  await commentOn(maria, mark);
  const staff = await signedInStaff(site);
  const { channels } = (await staff.get('/api/admin/overview')).body['data'];
  expect(channels[1]).toMatchObject({ channel: 'push', due: 0, oldest_due: null, deferred: 4 });
});

test('a phone without a success for five days is removed', async () => {
  const { site, service, maria, mark, send } = await openFailing();
  const fail = async (days: number) => {
    site.advanceClock(days * DAY_MS);
    await commentOn(maria, mark);
    await send();
    return (await listPushDevices(maria)).length;
  };
  await send();
  expect(await fail(4.9)).toBe(1);
  service.respondWith(201);
  expect(await fail(0.2)).toBe(1);
  service.respondWith(503);
  expect(await fail(4)).toBe(1);
  expect(await fail(4.9)).toBe(1);
  // A rejection is not a success.
  service.respondWith(403);
  expect(await fail(0.2)).toBe(0);
  expect(await send()).toBe(0);
  expect(
    await site.services.db
      .selectFrom('deliveries')
      .where('failed_at', 'is', null)
      .select('id')
      .execute(),
  ).toEqual([]);
});

test('a clock jump neither removes a phone nor pauses it for long', async () => {
  const { site, service, maria, mark, send } = await openFailing();
  await send();
  site.shiftClock(6 * DAY_MS);
  await commentOn(maria, mark);
  expect(await send()).toBeGreaterThan(0);
  expect(await listPushDevices(maria)).toHaveLength(1);
  site.shiftClock(-6 * DAY_MS);
  site.advanceClock(16 * MINUTE_MS);
  service.respondWith(201);
  expect(await send()).toBe(0);
  await startSharedJob(site.services, 'draw_back')();
  expect((await send()) + (await send())).toBe(4);
});
