// What of a notification goes to the phone of its member by SMS.
import { expect, test } from 'vitest';

import { remindMembers } from '#lib/server/exchange/pickups/reminders.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { countSms, SMS_LIMITS } from '#lib/server/notifications/channels/sms/send-sms.ts';
import { insertSend } from '#lib/server/notifications/channels/sms/sms-queries.ts';
import { countByChannel } from '#lib/server/platform/deliveries/count-by-channel.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { ask, openPickupStage, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { newSubscription, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import {
  openSmsGateway,
  sendEvent,
  type SentEvent,
  signEvent,
} from '#tests/support/nouns/sms-gateway.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const SETTINGS = '/api/web/account/notifications';
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

const name = ({ member }: MemberBrowser) => `${member.first_name} ${member.last_name}`;
const international = ({ member }: MemberBrowser) => `+63${member.contact_phone?.slice(1)}`;

/** @returns an owner of a listing whom neither push nor email reaches, at noon */
async function openAtNoon() {
  const gateway = await openSmsGateway();
  const site = await openSite(gateway.env);
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const requester = await withPhone(site);
  const textsTo = async (browser: MemberBrowser): Promise<string[]> => {
    await sendPending(site.services);
    return gateway.taken
      .filter(({ to }) => to === international(browser))
      .map(({ text }) => text.replace(/^Glean: /, ''));
  };
  const request = async (given: object = {}) =>
    requireOk(await ask(stage, await withPhone(site), { amount: 1, ...given }));
  return { gateway, site, stage, requester, textsTo, request };
}

/** Turns SMS of pickups on or off. */
const choose = async (browser: MemberBrowser, sms: string[]) =>
  requireOk(
    await browser.change('PUT', SETTINGS, {
      hidden: [],
      channels: { email: ['pickup'], push: ['pickup'], sms },
    }),
  );

const isOn = async (browser: MemberBrowser): Promise<boolean | null> =>
  (await browser.get(SETTINGS)).body['data'].kinds.find(
    ({ kind }: { kind: string }) => kind === 'pickup',
  ).sms;

test('a request, an agreement, tomorrow and a calling-off go out by SMS, each once, and nothing else does', async () => {
  const { gateway, stage, requester, textsTo, site } = await openAtNoon();
  const path = pathOf(await ask(stage, requester, { amount: 30, note: 'Call 09170000000' }));
  expect((await textsTo(stage.owner)).at(-1)).toMatch(
    new RegExp(`^${name(requester)} asks for 30 bundles of rice straw, `),
  );
  requireOk(await stage.owner.post(`${path}/agree`, { place: 'Behind the chapel' }));
  expect((await textsTo(requester)).at(-1)).toMatch(
    new RegExp(`^${name(stage.owner)} agreed: rice straw, `),
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

test('without SMS_URL nothing is queued, and no choice is shown', async () => {
  const site = await openSite();
  site.advanceTo(12);
  const stage = await openPickupStage(site);
  requireOk(await ask(stage, await withPhone(site)));
  const queued = site.services.db.selectFrom('deliveries').where('channel', '=', 'sms');
  expect(await queued.selectAll().execute()).toEqual([]);
  expect(await isOn(stage.owner)).toBeNull();
  expect(await sendEvent(site, signEvent(site, { event: 'system:ping' }))).not.toBe(204);
});

test('it is sent again after 503, when the gateway says, and once after a lost response', async () => {
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

test('a member with push, or who reads emails, gets none, unless they chose SMS', async () => {
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
  // Turned on before what was queued went out.
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

test('three a day go to a member, and the next one in the morning, if it is of use then', async () => {
  const { site, stage, textsTo, request } = await openAtNoon();
  for (const _ of [1, 2, 3, 4]) await request({ day: dayAfter(site, 3) });
  // Several are sent at once: this one could be among the three.
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

test('the limit of a site’s day is over all members', async () => {
  const { site, stage, textsTo, request } = await openAtNoon();
  const { db, now } = site.services;
  const other = await withPhone(site);
  for (let nth = 1; nth < SMS_LIMITS.site; nth += 1)
    await insertSend(db, { delivery_id: newId(), member_id: other.member.id, sent_at: now() });
  await request({ day: dayAfter(site, 3) });
  await request({ day: dayAfter(site, 3) });
  expect(await textsTo(stage.owner)).toHaveLength(1);
  site.advanceTo(6);
  expect(await textsTo(stage.owner)).toHaveLength(2);
});

test('servers that count at the same time count each once', async () => {
  const { site, stage } = await openAtNoon();
  const member_id = stage.owner.member.id;
  const ids = Array.from({ length: 6 }, newId);
  const count = () => Promise.all(ids.map((id) => countSms(site.services, { id, member_id })));
  const counted = await count();
  expect(counted.filter(Boolean)).toHaveLength(SMS_LIMITS.phone);
  // The same ones again: they are sent again.
  expect(await count()).toEqual(counted);
});

test('none goes out from 20 to 6 o’clock, also a retry, or in a member’s quiet hours', async () => {
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

/** A site, and what its gateway says of the owner. */
async function openWithStop() {
  const opened = await openAtNoon();
  const { site, stage } = opened;
  const phone = international(stage.owner);
  const event = (given: SentEvent = {}) => signEvent(site, { phone, message: 'STOP', ...given });
  const send = (given: SentEvent = {}) => sendEvent(site, event(given));
  return { ...opened, event, send, owner: stage.owner };
}

test('STOP ends the SMS to its number, for good; other words and other numbers do nothing', async () => {
  const { site, stage, owner, send, textsTo, request } = await openWithStop();
  const other = await withPhone(site);
  for (const given of [
    { message: 'Stop it' },
    { message: 'Salamat' },
    { phone: '+639999999999' },
    { event: 'sms:sent' },
  ])
    expect(await send(given)).toBe(204);
  expect(await isOn(owner)).toBe(true);
  await request();
  expect(await send({ message: ' stop.\n' })).toBe(204);
  // Also of what is queued.
  expect(await textsTo(owner)).toEqual([]);
  expect([await isOn(owner), await isOn(other)]).toEqual([false, true]);
  await choose(owner, []);
  requireOk(await ask(stage, other, { amount: 1 }));
  expect(await textsTo(owner)).toEqual([]);
});

test('a STOP stays when other settings are saved while push reaches the member', async () => {
  const { owner, send } = await openWithStop();
  await send();
  const { body } = await owner.post(PUSH_DEVICES, newSubscription());
  await choose(owner, []);
  requireOk(await owner.change('DELETE', `${PUSH_DEVICES}/${body['data'].device_id}`));
  expect(await isOn(owner)).toBe(false);
});

test('a forged, changed or old STOP is rejected, and a repeated one changes nothing', async () => {
  const { site, owner, event, send } = await openWithStop();
  const now = site.services.now();
  for (const given of [
    { secret: 'another-signing-key' },
    { signature: '' },
    { signature: '0'.repeat(64) },
    { at: now - 301_000 },
    { at: now + 302_000 },
  ])
    expect(await send(given), JSON.stringify(given)).toBe(401);
  const changed = { ...event(), body: event({ message: 'Stop' }).body };
  expect(await sendEvent(site, changed)).toBe(401);
  expect(await isOn(owner)).toBe(true);
  const request = event({ id: 'event-1' });
  expect(await sendEvent(site, request)).toBe(204);
  expect(await isOn(owner)).toBe(false);
  await choose(owner, ['pickup']);
  expect(await sendEvent(site, request)).toBe(204);
  // Signed again, as the app does when a response was lost.
  site.advanceClock(MINUTE_MS);
  expect(await send({ id: 'event-1' })).toBe(204);
  expect(await isOn(owner)).toBe(true);
  expect(await send({ id: 'event-2' })).toBe(204);
  expect(await isOn(owner)).toBe(false);
});

test('every signed event is a sign of life, and an older one is none', async () => {
  const { site, send } = await openWithStop();
  const heardAt = async () =>
    (await site.services.db.selectFrom('sms_gateway').select('heard_at').executeTakeFirst())
      ?.heard_at;
  expect(await heardAt()).toBeNull();
  const at = Math.floor(site.services.now() / 1000) * 1000;
  expect(await send({ event: 'system:ping', at })).toBe(204);
  expect(await heardAt()).toBe(at);
  expect(await send({ event: 'system:ping', at: at - MINUTE_MS })).toBe(204);
  expect(await heardAt()).toBe(at);
});

const countRejected = async ({ services: { db, config, now } }: Site) =>
  (await countByChannel(db, config, now())).find(({ channel }) => channel === 'sms')?.rejected;

test('what the phone took and could not send is not sent again where the response was lost', async () => {
  const { gateway, site, owner, send, textsTo, request } = await openWithStop();
  gateway.loseResponse();
  await request();
  await sendPending(site.services);
  const [taken] = gateway.taken;
  expect(await send({ event: 'sms:failed', messageId: taken!.id })).toBe(204);
  expect(await countRejected(site)).toBe(1);
  site.advanceClock(10_000);
  expect(await textsTo(owner)).toHaveLength(1);
  expect(gateway.requests).toHaveLength(1);
});

test('what the phone took and could not send counts as rejected, once', async () => {
  const { gateway, site, owner, send, textsTo, request } = await openWithStop();
  await request();
  expect(await textsTo(owner)).toHaveLength(1);
  const [sent] = gateway.taken;
  const rejected = () => countRejected(site);
  for (const messageId of [undefined, 'not-an-id', newId()])
    expect(await send({ event: 'sms:failed', ...(messageId && { messageId }) })).toBe(204);
  expect(await rejected()).toBe(0);
  for (let nth = 0; nth < 2; nth += 1)
    expect(await send({ event: 'sms:failed', messageId: sent!.id })).toBe(204);
  expect(await rejected()).toBe(1);
  // The phone tries no more: nor does the site.
  expect(await textsTo(owner)).toHaveLength(1);
});

test('the webhook takes no long or strange bodies, and is limited by network', async () => {
  const { site, event, send } = await openWithStop();
  const large = { ...event(), body: 'x'.repeat(17 * 1024) };
  expect(await sendEvent(site, large)).toBe(413);
  expect(await send({ id: '' })).toBe(400);
  const statuses = new Set<number>();
  for (let nth = 0; nth < 600; nth += 1) statuses.add(await send({ signature: '' }));
  expect([...statuses]).toEqual([401, 429]);
});

test('a phone that several members have rings as often as one', async () => {
  const { site } = await openAtNoon();
  const members = [await withPhone(site), await withPhone(site)];
  const ids = members.map(({ member }) => member.id);
  const phone = { contact_phone: '09178888888' };
  await site.services.db.updateTable('members').set(phone).where('id', 'in', ids).execute();
  const sends = [...ids, ...ids, ...ids].map((member_id) => ({ id: newId(), member_id }));
  const counted = await Promise.all(sends.map((send) => countSms(site.services, send)));
  expect(counted.filter(Boolean)).toHaveLength(SMS_LIMITS.phone);
});

test('who looks after a person no more gets no SMS about them, nor a person of what their steward requests', async () => {
  const { site, stage, textsTo } = await openAtNoon();
  const [mark, lito] = [await withPhone(site), await withPhone(site)];
  await lookAfter(site, mark, lito);
  const given = { amount: 1, day: dayAfter(site, 3), for_account: lito.member.id };
  const path = pathOf(await ask(stage, mark, given));
  expect(await textsTo(lito)).toEqual([]);
  requireOk(await stage.owner.post(`${path}/agree`));
  await site.services.db.deleteFrom('stewardships').execute();
  expect([await textsTo(mark), (await textsTo(lito)).length]).toEqual([[], 1]);
});
