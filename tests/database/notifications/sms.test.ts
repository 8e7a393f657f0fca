// SMS notifications.
import { expect, test } from 'vitest';

import { remindMembers } from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { countSms, SMS_LIMITS } from '#lib/server/notifications/channels/sms/sms-limits.ts';
import { insertSend } from '#lib/server/notifications/channels/sms/sms-queries.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { ask, openPickupStage, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { newSubscription, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { sendEvent, signEvent } from '#tests/support/nouns/sms-gateway.ts';
import {
  choose,
  isOn,
  nameOf,
  openAtNoon,
  prove,
  SETTINGS,
} from '#tests/support/nouns/sms-stage.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const SOON = { isSoon: true, isAgreed: false };
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

test('a request, an agreement, the reminder and a cancellation are each sent once by SMS, and nothing else is', async () => {
  const { gateway, stage, requester, textsTo, site } = await openAtNoon();
  const path = pathOf(await ask(stage, requester, { amount: 30, note: 'Call 09170000000' }));
  expect((await textsTo(stage.owner)).at(-1)).toMatch(
    new RegExp(`^${nameOf(requester)} asks for 30 bundles of rice straw, `),
  );
  requireOk(await stage.owner.post(`${path}/agree`, { place: 'Behind the chapel' }));
  expect((await textsTo(requester)).at(-1)).toMatch(
    new RegExp(`^${nameOf(stage.owner)} agreed: rice straw, `),
  );
  requireOk(await requester.post(`${path}/messages`, { content: 'Kaibigan' }));
  site.advanceClock(20 * MINUTE_MS);
  await sendPending(site.services);
  expect(gateway.taken).toHaveLength(2);
  await remindMembers(site.services);
  expect((await textsTo(stage.owner)).at(-1)).toMatch(/^Tomorrow: 30 bundles of rice straw, /);
  requireOk(await stage.owner.post(`${path}/call-off`, { reason: 'Rain' }));
  expect((await textsTo(requester)).at(-1)).toMatch(/ called off the pickup of rice straw on /);
  expect(gateway.taken).toHaveLength(5);
  expect(gateway.taken.map(({ text }) => text).join()).not.toMatch(/\d{7}|chapel|Kaibigan|Rain/);
});

test('without SMS_URL nothing is queued, and no setting is shown', async () => {
  const site = await openSite();
  site.advanceTo(12);
  const stage = await openPickupStage(site);
  requireOk(await ask(stage, await withPhone(site)));
  const queued = site.services.db.selectFrom('deliveries').where('channel', '=', 'sms');
  expect(await queued.selectAll().execute()).toEqual([]);
  expect(await isOn(stage.owner)).toBeNull();
  expect(await sendEvent(site, signEvent(site, { event: 'system:ping' }))).not.toBe(204);
});

test('an SMS is sent again after 503, at the time the gateway says, and once after a lost response', async () => {
  const { gateway, site, stage, textsTo, request } = await openAtNoon();
  gateway.respondWith({ status: 503, headers: { 'retry-after': '60' } });
  await request();
  expect(await textsTo(stage.owner)).toEqual([]);
  site.advanceClock(50_000);
  expect(await textsTo(stage.owner)).toEqual([]);
  site.advanceClock(20_000);
  expect(await textsTo(stage.owner)).toHaveLength(1);
  gateway.loseResponse();
  await request();
  await sendPending(site.services);
  site.advanceClock(10_000);
  expect(await textsTo(stage.owner)).toHaveLength(2);
});

test('a member who has push or reads emails gets no SMS, unless they chose it', async () => {
  const { site, stage, textsTo, request } = await openAtNoon();
  const { owner } = stage;
  expect(await isOn(owner)).toBe(true);
  const { id } = owner.member;
  const now = site.services.now();
  await changeSettings(site.services.db, id, { email_pressed_at: now - 29 * DAY_MS });
  expect(await isOn(owner)).toBe(false);
  await request();
  expect(await textsTo(owner)).toEqual([]);
  await changeSettings(site.services.db, id, { email_pressed_at: now - 31 * DAY_MS });
  await request();
  expect(await textsTo(owner)).toHaveLength(1);
  // Turned on before queued ones were sent.
  site.advanceTo(21);
  await request({ day: dayAfter(site, 3) });
  requireOk(await owner.post(PUSH_DEVICES, newSubscription()));
  site.advanceTo(7);
  expect(await isOn(owner)).toBe(false);
  await request();
  expect(await textsTo(owner)).toHaveLength(1);
  await choose(owner, ['pickup']);
  await request();
  expect(await textsTo(owner)).toHaveLength(2);
  await choose(owner, []);
  await request();
  expect(await textsTo(owner)).toHaveLength(2);
});

test('a member gets three SMS a day, and the next one in the morning, if it still matters then', async () => {
  const { site, stage, textsTo, request } = await openAtNoon();
  for (const _ of [1, 2, 3]) await request({ day: dayAfter(site, 2) });
  // One is reserved for today and tomorrow.
  expect(await textsTo(stage.owner)).toHaveLength(2);
  await request({ day: dayAfter(site, 1) });
  expect(await textsTo(stage.owner)).toHaveLength(3);
  await request({ day: dayAfter(site, 0) });
  expect(await textsTo(stage.owner)).toHaveLength(3);
  site.advanceClock(6 * HOUR_MS);
  expect(await textsTo(stage.owner)).toHaveLength(3);
  site.advanceTo(7);
  expect(await textsTo(stage.owner)).toHaveLength(4);
  site.advanceClock(DAY_MS);
  expect(await textsTo(stage.owner)).toHaveLength(4);
});

test('the site’s daily limit is shared by all members', async () => {
  const { site, stage, textsTo, request } = await openAtNoon();
  const { db, now } = site.services;
  const other = await withPhone(site);
  const send = { member_id: other.member.id, number_hash: 'hash', caused_by: null };
  const sendSome = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1)
      await insertSend(db, { delivery_id: newId(), sent_at: now(), ...send });
  };
  await sendSome(SMS_LIMITS.site - SMS_LIMITS.reserved.site - 1);
  await request({ day: dayAfter(site, 3) });
  await request({ day: dayAfter(site, 3) });
  expect(await textsTo(stage.owner)).toHaveLength(1);
  await sendSome(SMS_LIMITS.reserved.site - 1);
  await request({ day: dayAfter(site, 1) });
  await request({ day: dayAfter(site, 1) });
  expect(await textsTo(stage.owner)).toHaveLength(2);
  site.advanceTo(6);
  expect(await textsTo(stage.owner)).toHaveLength(4);
});

test('concurrent servers count each SMS once', async () => {
  const { site, stage } = await openAtNoon();
  const { id: member_id } = stage.owner.member;
  const send = { member_id, numberHash: 'hash', caused_by: null };
  const ids = Array.from({ length: 6 }, newId);
  const count = () => Promise.all(ids.map((id) => countSms(site.services, { id, ...send }, SOON)));
  const counted = await count();
  expect(counted.filter(Boolean)).toHaveLength(SMS_LIMITS.phone);
  // These are retries of the same ones.
  expect(await count()).toEqual(counted);
});

test('no SMS is sent from 20 to 6 o’clock or in a member’s quiet hours, not even a retry', async () => {
  const { gateway, site, stage, textsTo, request } = await openAtNoon();
  const { owner } = stage;
  const setQuiet = (from: number, until: number) =>
    owner.change('PUT', SETTINGS, { hidden: [], quiet_hours: { from, until } });
  requireOk(await setQuiet(6, 8));
  site.advanceTo(19);
  site.advanceClock(59 * MINUTE_MS);
  gateway.respondWith({ status: 503 });
  await request({ day: dayAfter(site, 3) });
  expect(await textsTo(owner)).toEqual([]);
  site.advanceClock(10 * MINUTE_MS);
  await request({ day: dayAfter(site, 3) });
  // It is for today.
  await request({ day: dayAfter(site, 0) });
  expect(await textsTo(owner)).toEqual([]);
  site.advanceTo(7);
  expect(await textsTo(owner)).toEqual([]);
  site.advanceTo(8);
  expect(await textsTo(owner)).toHaveLength(2);
  requireOk(await setQuiet(5, 21));
  await request({ day: dayAfter(site, 3) });
  site.advanceTo(6);
  expect(await textsTo(owner)).toHaveLength(2);
});

test('a phone that members share gets as many SMS as the phone of one member', async () => {
  const { site } = await openAtNoon();
  const members = [await withPhone(site), await withPhone(site)];
  const ids = members.map(({ member }) => member.id);
  const send = { numberHash: 'hash', caused_by: null };
  const sends = [...ids, ...ids, ...ids].map((member_id) =>
    Object.assign({ id: newId(), member_id }, send),
  );
  const counted = await Promise.all(sends.map((each) => countSms(site.services, each, SOON)));
  expect(counted.filter(Boolean)).toHaveLength(SMS_LIMITS.phone);
});

test('a former steward gets no SMS about a person, and people get none about their steward’s requests', async () => {
  const { site, stage, textsTo } = await openAtNoon();
  const [mark, lito] = [await withPhone(site), await withPhone(site)];
  for (const each of [mark, lito]) await prove(site, each);
  await lookAfter(site, mark, lito);
  const given = { amount: 1, day: dayAfter(site, 3), for_account: lito.member.id };
  const path = pathOf(await ask(stage, mark, given));
  expect(await textsTo(lito)).toEqual([]);
  requireOk(await stage.owner.post(`${path}/agree`));
  await site.services.db.deleteFrom('stewardships').execute();
  expect([await textsTo(mark), (await textsTo(lito)).length]).toEqual([[], 1]);
});
