// An unverified number gets one question, and limits apply to the number, whoever enters it.
import { expect, test } from 'vitest';

import { runInLanguage } from '#lib/messages/t.ts';
import { countSeptets, toGsm } from '#lib/server/notifications/channels/sms/gsm.ts';
import { writeQuestion } from '#lib/server/notifications/channels/sms/write-sms.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { dayAfter, publishListing } from '#tests/support/nouns/listings.ts';
import { ask, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { openSmsGateway, sendEvent, signEvent } from '#tests/support/nouns/sms-gateway.ts';
import { international, stateOf } from '#tests/support/nouns/sms-stage.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const QUESTION = expect.stringMatching(/^Glean: Someone gave us this number/);
const NEWS = expect.stringMatching(/ asks for 1 bundle of rice straw/);
const PHONE = '/api/web/account/phone';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** At noon: the owner of a listing with an unverified number. */
async function openUnproved() {
  const gateway = await openSmsGateway();
  const site = await openSite(gateway.env);
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  const textsTo = async (phone: string) => {
    await sendPending(site.services);
    return gateway.taken.filter(({ to }) => to === phone).map(({ text }) => text);
  };
  const request = async (given: object = {}) =>
    requireOk(
      await ask(stage, await withPhone(site), { amount: 1, day: dayAfter(site, 3), ...given }),
    );
  const say = (browser: MemberBrowser, message: string) =>
    sendEvent(site, signEvent(site, { phone: international(browser), message }));
  return { gateway, site, stage, owner: stage.owner, textsTo, request, say };
}

test('the first SMS asks once, and waiting SMS follow after the response', async () => {
  const { site, owner, textsTo, request, say } = await openUnproved();
  const phone = international(owner);
  expect(await stateOf(owner)).toBe('unproved');
  await request();
  await request();
  expect(await textsTo(phone)).toEqual([QUESTION]);
  site.advanceClock(2 * HOUR_MS);
  await say(owner, 'Sino ito?');
  expect(await textsTo(phone)).toHaveLength(1);
  await say(owner, 'Oo');
  expect(await stateOf(owner)).toBe('proved');
  // With the question, two of this day.
  expect(await textsTo(phone)).toEqual([QUESTION, NEWS]);
  site.advanceTo(7);
  expect(await textsTo(phone)).toEqual([QUESTION, NEWS, NEWS]);
});

test('without a response, waiting SMS expire after a day, and the question is not repeated', async () => {
  const { site, owner, textsTo, request, say } = await openUnproved();
  const phone = international(owner);
  await request();
  expect(await textsTo(phone)).toEqual([QUESTION]);
  site.advanceClock(25 * HOUR_MS);
  expect(await textsTo(phone)).toHaveLength(1);
  const queued = () =>
    site.services.db.selectFrom('deliveries').where('channel', '=', 'sms').selectAll().execute();
  expect(await queued()).toEqual([]);
  site.advanceClock(DAY_MS);
  await request({ day: dayAfter(site, 2) });
  expect(await textsTo(phone)).toHaveLength(1);
  site.advanceClock(HOUR_MS);
  await say(owner, 'YES');
  expect(await textsTo(phone)).toEqual([QUESTION, NEWS]);
});

test('a number that responded STOP accepts START, but not yes', async () => {
  const { owner, textsTo, request, say } = await openUnproved();
  await request();
  await textsTo(international(owner));
  await say(owner, 'Stop');
  await say(owner, 'Yes');
  expect(await stateOf(owner)).toBe('stopped');
  await say(owner, 'Simulan po');
  expect(await textsTo(international(owner))).toEqual([QUESTION, NEWS]);
});

test('the question is sent again after 503, and once after a lost response', async () => {
  const { gateway, site, owner, textsTo, request } = await openUnproved();
  gateway.respondWith({ status: 503 });
  gateway.loseResponse();
  await request();
  for (const _ of [1, 2, 3]) {
    await textsTo(international(owner));
    site.advanceClock(60_000);
  }
  expect(await textsTo(international(owner))).toEqual([QUESTION]);
});

test('concurrent SMS to a shared phone ask one question', async () => {
  const { site, owner, textsTo, request } = await openUnproved();
  const other = await withPhone(site);
  requireOk(await other.change('PATCH', PHONE, { phone_number: owner.member.contact_phone }));
  const listing = await publishListing(other, { amount: 5, unit: 'bundle' });
  await request();
  requireOk(await ask({ site, owner: other, ...listing }, await withPhone(site)));
  expect(await textsTo(international(owner))).toEqual([QUESTION]);
});

test('another person’s number gets at most one SMS, without a member’s text', async () => {
  const { gateway, site, textsTo } = await openUnproved();
  const stranger = '09178888888';
  const text = () => textsTo('+639178888888');
  for (const _ of [1, 2, 3]) {
    const accomplice = await withPhone(site);
    requireOk(await accomplice.change('PATCH', PHONE, { phone_number: stranger }));
    const listing = await publishListing(accomplice, { amount: 5, unit: 'bundle' });
    const stage = { site, owner: accomplice, ...listing };
    for (const day of [0, 1])
      requireOk(await ask(stage, await withPhone(site), { day: dayAfter(site, day), amount: 1 }));
    expect(await text()).toEqual([QUESTION]);
    requireOk(await accomplice.change('PATCH', PHONE, { phone_number: '09177777777' }));
  }
  expect(gateway.taken).toHaveLength(1);
});

test('a new number shares the daily limits of its member and of the number itself', async () => {
  const { site, owner, textsTo, request, say } = await openUnproved();
  await say(owner, 'START');
  for (const _ of [1, 2, 3]) await request({ day: dayAfter(site, 1) });
  expect(await textsTo(international(owner))).toHaveLength(3);
  requireOk(await owner.change('PATCH', PHONE, { phone_number: '09178888888' }));
  await request({ day: dayAfter(site, 1) });
  expect(await textsTo('+639178888888')).toEqual([]);
  site.advanceTo(7);
  expect(await textsTo('+639178888888')).toEqual([QUESTION]);
});

test.each(['en', 'fil'])('the question fits into one SMS in %s, without a link', (language) => {
  const text = runInLanguage(language, writeQuestion);
  expect(toGsm(text)).toBe(text);
  expect(countSeptets(text)).toBeLessThanOrEqual(160);
  expect(text).toMatch(/STOP/);
  expect(text).not.toMatch(/:\/\/|www|\w\.\w/);
});
