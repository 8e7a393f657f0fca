// Push notifications to a member's devices.
import { expect, onTestFinished, test } from 'vitest';

import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { sendPending, startDeliveries } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { LISTING } from '#tests/support/nouns/listings.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { listPushDevices, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const NOTE = 'Kaibigan, call me';

/** At noon: the owner of a listing with a phone, and a requester. */
async function open(env: Record<string, string> = {}) {
  const service = await openPushService();
  const site = await openSite(env, { pushNetwork: service.network });
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  requireOk(await stage.owner.post(PUSH_DEVICES, service.subscribe()));
  const requester = await withPhone(site);
  const request = async () => requireOk(await ask(stage, requester, { amount: 30, note: NOTE }));
  const comment = async (content: string) =>
    requireOk(
      await requester.post(
        `${POSTS}/${stage.post.post_id}/comments`,
        { comment: content },
        { 'idempotency-key': newId() },
      ),
    );
  const title = String((await requester.get(`${POSTS}/${stage.post.post_id}`)).body['data'].title);
  return { ...stage, title, service, requester, request, comment };
}

test('a request is pushed at once, valid until its day is over, with title and town', async () => {
  const { site, service, owner, requester, title, request } = await open();
  const { body } = await request();
  await sendPending(site.services);
  const [push] = service.received;
  expect(service.received).toHaveLength(1);
  expect(JSON.parse(push?.text ?? '')).toEqual({
    title: `${requester.member.first_name} ${requester.member.last_name} can take it`,
    body: `${title} · ${townName(LISTING.town)}`,
    url: `/exchange/pickups/${body['data'].appointment_id}`,
    tag: expect.any(String),
    unread: 1,
  });
  expect(push?.text).not.toContain(NOTE);
  expect(push?.headers['urgency']).toBe('high');
  // It is for tomorrow.
  expect(Number(push?.headers['ttl']) / 3600).toBeCloseTo(36, 0);
  expect((await listPushDevices(owner))[0]?.last_used).not.toBeNull();
});

test('the workers bring a request to the phone and to the mail server within 5 s', async () => {
  const mail = await openMailServer();
  const { site, service, owner, request } = await open({ MAIL_URL: mail.url });
  onTestFinished(startDeliveries(site.services));
  await request();
  await expect
    .poll(() => [mail.received.map(({ to }) => to), service.received.length], { timeout: 5000 })
    .toEqual([[[owner.member.email]], 1]);
});

test('a comment is pushed without its text, and a newer one replaces it', async () => {
  const { site, service, title, comment } = await open();
  for (const content of ['Is it dry?', 'I could come.']) {
    await comment(content);
    await sendPending(site.services);
  }
  const payloads = service.received.map(({ text }) => JSON.parse(text));
  expect(payloads.map(({ body }) => body)).toEqual([title, title]);
  expect(payloads[0].tag).toBe(payloads[1].tag);
  expect(service.received.map(({ headers }) => headers['urgency'])).toEqual(['normal', 'normal']);
  expect(service.received[0]?.headers['topic']).toBe(service.received[1]?.headers['topic']);
});

test('nothing is pushed to a phone that the member turned off or removed', async () => {
  const { site, service, owner, request, comment } = await open();
  const channels = { email: [], push: ['pickup'] };
  requireOk(await owner.change('PUT', '/api/web/account/notifications', { hidden: [], channels }));
  await comment('Is it dry?');
  await request();
  const [device] = await listPushDevices(owner);
  requireOk(await owner.change('DELETE', `${PUSH_DEVICES}/${device?.device_id}`));
  await sendPending(site.services);
  expect(service.received).toEqual([]);
  const pending = site.services.db.selectFrom('deliveries').where('channel', '=', 'push');
  expect(await pending.select('id').execute()).toEqual([]);
});

test('a browser that has unsubscribed is removed', async () => {
  const { site, service, owner, request } = await open();
  service.respondWith(410);
  await request();
  await sendPending(site.services);
  expect(await listPushDevices(owner)).toEqual([]);
});

test('a push that the service defers is sent at the time that the service says', async () => {
  const { site, service, request } = await open();
  service.respondWith(429, { 'retry-after': '300' });
  await request();
  await sendPending(site.services);
  service.respondWith(201);
  site.advanceClock(290_000);
  await sendPending(site.services);
  expect(service.received).toHaveLength(1);
  site.advanceClock(20_000);
  await sendPending(site.services);
  expect(service.received).toHaveLength(2);
});

test('a waiting push about a member blocked in between is not sent', async () => {
  const { site, service, owner, requester, request, comment } = await open();
  service.respondWith(503);
  await comment('Is it dry?');
  await request();
  await sendPending(site.services);
  expect(service.received.length).toBeGreaterThan(0);
  const tried = service.received.length;
  requireOk(await block(owner, requester));
  service.respondWith(201);
  for (let nth = 0; nth < 3; nth += 1) {
    site.advanceClock(HOUR_MS / 4);
    await sendPending(site.services);
  }
  const name = requester.member.first_name;
  const after = service.received.slice(tried).map(({ text }) => text);
  expect(after.filter((text) => text.includes(name))).toEqual([]);
  const pending = site.services.db.selectFrom('deliveries').where('channel', '=', 'push');
  expect(await pending.select('id').execute()).toEqual([]);
});
