// What the gateway of SMS says: STOP, what it could not send, and that it lives.
import { expect, test } from 'vitest';

import { countByChannel } from '#lib/server/platform/deliveries/count-by-channel.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { ask, withPhone } from '#tests/support/nouns/pickups.ts';
import { newSubscription, PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { sendEvent } from '#tests/support/nouns/sms-gateway.ts';
import { choose, isOn, openWithStop } from '#tests/support/nouns/sms-stage.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

const MINUTE_MS = 60_000;

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

test.each([
  'STOP GLEAN',
  'Stop po',
  'STOP ALL',
  'STOP!!',
  '"STOP"',
  'STOP -- sent from my phone',
  'Tigil po',
])('%s ends them as STOP does', async (message) => {
  const { owner, send, textsTo, request } = await openWithStop();
  for (const sentence of ['We have to stop burning', 'Stop by my farm tomorrow'])
    expect(await send({ message: sentence })).toBe(204);
  await request();
  expect(await textsTo(owner)).toHaveLength(1);
  expect(await send({ message })).toBe(204);
  await request();
  expect(await textsTo(owner)).toHaveLength(1);
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
