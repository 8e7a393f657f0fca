// Callbacks of the SMS gateway: STOP, failed messages, and signs of life.
import { expect, test } from 'vitest';

import { countByChannel } from '#lib/server/platform/deliveries/count-by-channel.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { forgetNumbers } from '#lib/server/platform/sms/numbers.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { ask, withPhone } from '#tests/support/nouns/pickups.ts';
import { sendEvent } from '#tests/support/nouns/sms-gateway.ts';
import { choose, openWithStop, prove, stateOf } from '#tests/support/nouns/sms-stage.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

test('STOP ends SMS to its number until START; other words and numbers have no effect', async () => {
  const { site, stage, owner, send, textsTo, request } = await openWithStop();
  const other = await withPhone(site);
  for (const given of [
    { message: 'Stop it' },
    { message: 'Salamat' },
    { phone: '+639999999999' },
    { event: 'sms:sent' },
  ])
    expect(await send(given)).toBe(204);
  expect(await stateOf(owner)).toBe('proved');
  await request();
  expect(await send({ message: ' stop.\n' })).toBe(204);
  // Including queued ones.
  expect(await textsTo(owner)).toEqual([]);
  expect([await stateOf(owner), await stateOf(other)]).toEqual(['stopped', 'unproved']);
  await choose(owner, ['pickup']);
  await prove(site, owner);
  requireOk(await ask(stage, other, { amount: 1 }));
  // It was meant for someone else.
  expect(await send({ message: 'Yes' })).toBe(204);
  expect(await textsTo(owner)).toEqual([]);
  expect(await send({ message: 'Start po!' })).toBe(204);
  expect(await stateOf(owner)).toBe('proved');
  await request();
  expect(await textsTo(owner)).toHaveLength(1);
});

test('a number that responded STOP gets no SMS, whoever enters it, as long as a member has it', async () => {
  const { site, send, gateway } = await openWithStop();
  const contact_phone = '09178888888';
  expect(await send({ phone: '+639178888888' })).toBe(204);
  const askOwner = async () => {
    const owner = await site.signedIn(await site.member({ contact_phone }));
    const listing = await publishListing(owner, { amount: 5, unit: 'bundle' });
    requireOk(await ask({ site, owner, ...listing }, await withPhone(site), { amount: 1 }));
    await sendPending(site.services);
    return owner;
  };
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await stateOf(await askOwner())).toBe('stopped');
    site.advanceClock(200 * DAY_MS);
    await forgetNumbers(site.services);
  }
  expect(gateway.taken).toEqual([]);
  site.advanceClock(200 * DAY_MS);
  await forgetNumbers(site.services);
  const newcomer = await site.signedIn(await site.member({ contact_phone }));
  expect(await stateOf(newcomer)).toBe('unproved');
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
  expect(await stateOf(owner)).toBe('proved');
  const request = event({ id: 'event-1' });
  expect(await sendEvent(site, request)).toBe(204);
  expect(await stateOf(owner)).toBe('stopped');
  expect(await send({ id: 'event-2', message: 'START' })).toBe(204);
  expect(await sendEvent(site, request)).toBe(204);
  // Signed again, like the app after a lost response.
  site.advanceClock(MINUTE_MS);
  expect(await send({ id: 'event-1' })).toBe(204);
  expect(await stateOf(owner)).toBe('proved');
  expect(await send({ id: 'event-3' })).toBe(204);
  expect(await stateOf(owner)).toBe('stopped');
});

test('every signed event is a sign of life, except older ones', async () => {
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

test('an SMS that the phone accepted but could not send is not repeated after a lost response', async () => {
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

test('an SMS that the phone accepted but could not send counts as rejected, once', async () => {
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
  // Neither the phone nor the site tries again.
  expect(await textsTo(owner)).toHaveLength(1);
});

test('the webhook rejects large or malformed bodies, and is limited by network', async () => {
  const { site, event, send } = await openWithStop();
  const large = { ...event(), body: 'x'.repeat(17 * 1024) };
  expect(await sendEvent(site, large)).toBe(413);
  expect(await send({ id: '' })).toBe(400);
  const statuses = new Set<number>();
  for (let nth = 0; nth < 600; nth += 1) statuses.add(await send({ signature: '' }));
  expect([...statuses]).toEqual([401, 429]);
});
