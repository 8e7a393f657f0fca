// A pickup from request to cancellation, as it reaches two members who are not online: by email, calendar, push and
// SMS. phone and by SMS.
import ICAL from 'ical.js';
import { expect, onTestFinished, test } from 'vitest';

import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { remindInTheEvening } from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { sendPending, startDeliveries } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { readEmail } from '#tests/support/nouns/emails.ts';
import { dayAfter, LISTING } from '#tests/support/nouns/listings.ts';
import { ask, openPickupStage, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { PUSH_DEVICES } from '#tests/support/nouns/push-devices.ts';
import { openPushService } from '#tests/support/nouns/push-service.ts';
import { openSmsGateway } from '#tests/support/nouns/sms-gateway.ts';
import { prove } from '#tests/support/nouns/sms-stage.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

/** Maria has a listing and a phone with push; Jun has a phone number. It is noon. */
async function openJourney() {
  const [mail, push, sms] = [
    await openMailServer(),
    await openPushService(),
    await openSmsGateway(),
  ];
  const site = await openSite({ MAIL_URL: mail.url, ...sms.env }, { pushNetwork: push.network });
  site.advanceTo(12);
  const stage = await openPickupStage(site, { amount: 120, unit: 'bundle' });
  requireOk(await stage.owner.post(PUSH_DEVICES, push.subscribe()));
  const jun = await withPhone(site);
  const subjectsTo = ({ member }: MemberBrowser) =>
    mail.received
      .filter(({ to }) => to.includes(member.email))
      .map(({ text }) => readEmail(text).subject);
  const pushes = () => push.received.map(({ text }) => JSON.parse(text).title as string);
  return { site, stage, maria: stage.owner, jun, mail, sms, subjectsTo, pushes };
}

const fullName = ({ member }: MemberBrowser) => `${member.first_name} ${member.last_name}`;

/** Strictly parses the calendar attached to an email. @returns its method and event */
function readCalendar(email = '') {
  const [, base64 = ''] =
    /Content-Type: text\/calendar[^]*?base64\r?\n\r?\n([\w+/=\r\n]+)/.exec(email) ?? [];
  const calendar = new ICAL.Component(
    ICAL.parse(Buffer.from(base64, 'base64').toString('utf8')) as unknown[],
  );
  const component = calendar.getFirstSubcomponent('vevent');
  if (!component) throw new Error('The email has no event.');
  const { uid, location, startDate, sequence } = new ICAL.Event(component, {
    strictExceptions: true,
  });
  const method = calendar.getFirstPropertyValue('method');
  return { method, uid, location, day: startDate.toString().slice(0, 10), sequence };
}

test('request, agreement, reminder, nightly messages and cancellation reach members who are not online', async () => {
  const { site, stage, maria, jun, mail, sms, subjectsTo, pushes } = await openJourney();
  await prove(site, jun);
  const stop = startDeliveries(site.services);
  onTestFinished(stop);
  const path = pathOf(await ask(stage, jun, { amount: 30 }));
  await expect
    .poll(() => [subjectsTo(maria), pushes()], { timeout: 5000 })
    .toEqual([
      [expect.stringMatching(`^${fullName(jun)} asks for 30 of your 120 bundles, `)],
      [`${fullName(jun)} can take it`],
    ]);
  await stop();

  requireOk(await maria.post(`${path}/agree`, { place: 'Behind the chapel' }));
  await sendPending(site.services);
  expect(subjectsTo(jun)).toEqual([expect.stringMatching(`^${fullName(maria)} agreed: `)]);
  const agreed = readCalendar(mail.received.at(-1)?.text);
  expect(agreed).toMatchObject({
    method: 'PUBLISH',
    location: townName(LISTING.town),
    day: dayAfter(site, 1),
  });
  expect(sms.taken.map(({ text }) => text)).toEqual([expect.stringContaining('agreed')]);

  site.advanceTo(16);
  await remindInTheEvening(site.services);
  await sendPending(site.services);
  for (const each of [maria, jun]) expect(subjectsTo(each).at(-1)).toMatch(/^Tomorrow: /);
  expect(pushes().at(-1)).toMatch(/tomorrow/i);

  site.advanceTo(21);
  const inTheNight = await withPhone(site);
  pathOf(await ask(stage, inTheNight, { amount: 10, day: dayAfter(site, 3) }));
  const sent = () => [mail.received.length, pushes().length, sms.taken.length];
  const before = sent();
  await sendPending(site.services);
  site.advanceTo(1);
  await sendPending(site.services);
  expect(sent()).toEqual(before);

  requireOk(await maria.post(`${path}/call-off`, { reason: 'The truck broke' }));
  await sendPending(site.services);
  expect(subjectsTo(jun).at(-1)).toMatch(`${fullName(maria)} called off the pickup `);
  const off = readCalendar(mail.received.at(-1)?.text);
  expect(off).toEqual({ ...agreed, method: 'CANCEL', sequence: expect.any(Number) });
  expect(off?.sequence).toBeGreaterThan(agreed?.sequence ?? Infinity);
  expect(subjectsTo(maria).at(-1)).toMatch(/^Tomorrow: /);

  site.advanceTo(6);
  await sendPending(site.services);
  expect(subjectsTo(maria).at(-1)).toMatch(`${fullName(inTheNight)} asks for 10`);
  expect(pushes().at(-1)).toBe(`${fullName(inTheNight)} can take it`);
});
