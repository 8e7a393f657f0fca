// A load on a shared truck takes place on the truck's day, one day before or after the agreed one.
import { expect, test } from 'vitest';

import type { Appointment } from '#lib/contract/exchange/appointments.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import {
  askForOutcomes,
  remindMembers,
} from '#lib/server/exchange/appointments/reminders/reminders.ts';
import { formatFullDay } from '#lib/server/notifications/news/emails.ts';
import { regionDay } from '#lib/site.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import {
  agreeTo,
  callOff,
  confirm,
  leaveTruck,
  lookForTruck,
  report,
  statePlace,
} from '#tests/support/nouns/appointments.ts';
import { calendarToken } from '#tests/support/nouns/calendars.ts';
import { deliveredEmails, eventOf, readEmail } from '#tests/support/nouns/emails.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import {
  ask,
  openPickupStage,
  pathOf,
  APPOINTMENTS,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import {
  CABANATUAN,
  endTruck,
  goFrom,
  type Going,
  join,
  offer,
  openTripStage,
  sharingOf,
} from '#tests/support/nouns/trips.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const DAY = 86_400_000;
const TAKEN = { result: 'taken', kg: 20 };

/** A truck in two days, with one load agreed for the day before, and one for the day after. */
async function openTruck() {
  const site = await openSite();
  // Outside quiet hours.
  site.advanceTo(12);
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  const trip = await offer(driver);
  const early = await goFrom(stage, { day: dayAfter(site, 1) });
  const late = await goFrom(stage, { day: dayAfter(site, 3) });
  for (const load of [early, late]) requireOk(await join(load, trip));
  return { site, stage, driver, trip, early, late };
}

const pickupOf = async (browser: Browser, path: string): Promise<Appointment> =>
  requireOk(await browser.get(path)).body['data'] as Appointment;

const countOf = async (browser: Browser, part: string): Promise<number> =>
  (await getAllNotifications(browser)).filter(({ title }) => String(title).includes(part)).length;

const codeOf = ({ status, body }: Awaited<ReturnType<Browser['post']>>) => [status, body['code']];

test('both members and the calendar show the truck’s day, and the agreed day again without the truck', async () => {
  const { site, stage, driver, early, late } = await openTruck();
  const truckDay = dayAfter(site, 2);
  for (const { browser, path } of [driver, early, late])
    for (const member of [browser, stage.owner])
      expect((await pickupOf(member, path)).takes_place_on).toBe(truckDay);
  expect((await pickupOf(early.browser, early.path)).day).toBe(dayAfter(site, 1));
  await sendForm(stage.owner, '/profile/exchange', { action: 'make_calendar' });
  const token = await calendarToken(site, stage.owner.member.id);
  const { body } = await site.guest().get(`/api/web/calendars/${token}`);
  const starts = String(body['text']).match(/(?<=DTSTART;VALUE=DATE:)\d+/g);
  expect(starts).toEqual(Array(3).fill(truckDay.replaceAll('-', '')));
  requireOk(await leaveTruck(early.browser, early.path));
  requireOk(await endTruck(driver));
  for (const [{ browser, path }, days] of [
    [early, 1],
    [late, 3],
  ] as const)
    expect((await pickupOf(browser, path)).takes_place_on).toBe(dayAfter(site, days));
});

test('upcoming appointments are sorted by the truck’s day, page after page', async () => {
  const { site, stage } = await openTruck();
  await goFrom(stage, { day: dayAfter(site, 1) });
  const days: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor && `&cursor=${cursor}`;
    const { body } = requireOk(await stage.owner.get(`${APPOINTMENTS}?limit=1${query}`));
    const { appointments: pickups, nextCursor } = body['data'];
    days.push(...pickups.map(({ takes_place_on }: Appointment) => takes_place_on));
    cursor = nextCursor;
  }
  const truckDay = dayAfter(site, 2);
  expect(days).toEqual([dayAfter(site, 1), truckDay, truckDay, truckDay]);
});

/** A request for three days from now that has joined the truck of the day before. */
async function openRequest() {
  const opened = await openTruck();
  const { site, stage, trip } = opened;
  const browser = await withPhone(site);
  const town = CABANATUAN;
  const path = pathOf(await ask(stage, browser, { amount: 1, town, day: dayAfter(site, 3) }));
  const going: Going = { browser, path, id: path.split('/').at(-1) ?? '' };
  requireOk(await join(going, trip));
  return { ...opened, going };
}

test('a request stays on its own day until agreed; then both are notified of the truck’s day', async () => {
  const { site, stage, going } = await openRequest();
  const { browser, path } = going;
  expect((await pickupOf(browser, path)).takes_place_on).toBe(dayAfter(site, 3));
  const before = (await deliveredEmails(site)).length;
  const heard = await countOf(stage.owner, 'with a shared truck');
  requireOk(await agreeTo(stage.owner, going.path));
  expect((await pickupOf(browser, path)).takes_place_on).toBe(dayAfter(site, 2));
  const truckDay = formatFullDay(dayAfter(site, 2));
  expect(await countOf(stage.owner, 'with a shared truck')).toBe(heard + 1);
  const emails = (await deliveredEmails(site)).slice(before);
  const subjects = emails.map((email) => readEmail(email).subject);
  expect(subjects).toContainEqual(expect.stringMatching(new RegExp(`agreed: .*${truckDay}`)));
});

test('a truck that has left without a request no longer holds it', async () => {
  const { site, stage, going } = await openRequest();
  site.advanceClock(3 * DAY);
  expect(await sharingOf(going)).toMatchObject({ trip: null, goes_on: null });
  const own = await pickupOf(going.browser, going.path);
  expect(own.truck).toBeNull();
  expect(own.acts).toEqual(expect.arrayContaining(['join', 'look']));
  expect(own.acts).not.toContain('leave');
  const other = await openRequest();
  other.site.advanceClock(3 * DAY);
  const today = dayAfter(other.site, 0);
  const late = await offer(await goFrom(other.stage, { day: today }));
  requireOk(await join(other.going, late));
  requireOk(await agreeTo(stage.owner, going.path));
  const pickup = await pickupOf(going.browser, going.path);
  expect(pickup).toMatchObject({ day: dayAfter(site, 0), takes_place_on: dayAfter(site, 0) });
  expect(pickup.acts).toContain('call_off');
  expect((await sharingOf(going)).goes_on).toBeNull();
});

test('after its own day is over, a load stays on the day of a truck it loses or leaves', async () => {
  const { site, stage, driver, early } = await openTruck();
  const { browser, path } = early;
  const other = await goFrom(stage, { day: dayAfter(site, 2) });
  const offered = await offer(other);
  const second = await goFrom(stage, { day: dayAfter(site, 1) });
  requireOk(await join(second, offered));
  site.advanceClock(2 * DAY);
  requireOk(await leaveTruck(second.browser, second.path));
  requireOk(await callOff(driver.browser, driver.path, { reason: 'A flat tire.' }));
  for (const { browser: member, path: its } of [early, second])
    expect(await pickupOf(member, its)).toMatchObject({
      takes_place_on: dayAfter(site, 0),
      acts: expect.arrayContaining(['call_off', 'outcome']),
    });
  // Only that of tomorrow.
  expect(await countOf(stage.owner, 'again, as agreed')).toBe(1);
  // Another truck goes today.
  requireOk(await join(early, offered));
  requireOk(await callOff(browser, path, { reason: 'No truck came.' }));
});

test('a reported load took place on the truck’s day, whatever happens to the truck', async () => {
  const { site, stage, driver, late } = await openTruck();
  site.advanceClock(2 * DAY);
  requireOk(await report(stage.owner, late.path, TAKEN));
  requireOk(await callOff(driver.browser, driver.path, { reason: 'A flat tire.' }));
  requireOk(await report(late.browser, late.path, TAKEN));
  expect(await pickupOf(late.browser, late.path)).toMatchObject({
    status: 'done',
    takes_place_on: dayAfter(site, 0),
  });
});

test('riders of a canceled truck are notified of the pickup’s day, with a calendar update', async () => {
  const { site, driver, late } = await openTruck();
  const before = (await deliveredEmails(site)).length;
  requireOk(await endTruck(driver));
  const emails = (await deliveredEmails(site)).slice(before);
  const own = emails.filter((email) => email.includes(`<${late.browser.member.email}>`));
  expect(own.map((email) => readEmail(email).subject)).toEqual([
    `No truck for your pickup of ${formatFullDay(dayAfter(site, 3))}`,
  ]);
  expect(eventOf(own[0])).toContain(`DTSTART;VALUE=DATE:${dayAfter(site, 3).replaceAll('-', '')}`);
});

test('a person whose steward joins or leaves for them is notified of the new day', async () => {
  const { site, stage, trip } = await openTruck();
  const [mark, lito] = [await withPhone(site), await goFrom(stage, { day: dayAfter(site, 3) })];
  await lookAfter(site, mark, lito.browser);
  const before = (await deliveredEmails(site)).length;
  requireOk(await join({ ...lito, browser: mark }, trip));
  await deliveredEmails(site);
  requireOk(await leaveTruck(mark, lito.path));
  const emails = (await deliveredEmails(site)).slice(before);
  const own = emails.filter((email) => email.includes(`<${lito.browser.member.email}>`));
  const [truckDay, ownDay] = [2, 3].map((days) => formatFullDay(dayAfter(site, days)));
  expect(own.map((email) => readEmail(email).subject)).toEqual([
    expect.stringContaining(`found room on a truck for your pickup of ${truckDay}`),
    expect.stringContaining(`took your load of ${ownDay} off a truck`),
  ]);
});

test('riders of a canceled truck hear of another one on that day', async () => {
  const { site, stage, driver, early } = await openTruck();
  const second = await goFrom(stage, { day: dayAfter(site, 2) });
  site.advanceClock(2 * DAY);
  requireOk(await endTruck(driver));
  expect(await countOf(early.browser, 'truck with room')).toBe(0);
  await offer(second);
  expect(await countOf(early.browser, 'truck with room')).toBe(1);
  expect((await sharingOf(early)).trips).toHaveLength(1);
});

test('a truck cannot go on a day when the listing is not available', async () => {
  const { site, stage, trip } = await openTruck();
  const straw = { town: GUIMBA, amount: 10, unit: 'bale' };
  const later = await openPickupStage(site, { ...straw, ready_on: dayAfter(site, 3) });
  const ended = await openPickupStage(site, { ...straw, until: dayAfter(site, 1) });
  const loads = [
    await goFrom(later, { day: dayAfter(site, 3) }),
    await goFrom(ended, { day: dayAfter(site, 1) }),
  ];
  for (const load of loads) {
    expect((await sharingOf(load)).trips).toEqual([]);
    expect(codeOf(await join(load, trip))).toEqual([409, 'trip_not_near']);
    requireOk(await lookForTruck(load.browser, load.path));
  }
  const looking = await goFrom(stage, { day: dayAfter(site, 3) });
  requireOk(await lookForTruck(looking.browser, looking.path));
  await offer(await goFrom(stage, { day: dayAfter(site, 2) }));
  for (const load of loads) expect(await countOf(load.browser, 'truck with room')).toBe(0);
  expect(await countOf(looking.browser, 'truck with room')).toBe(1);
});

test('news is about the truck’s day: what is sent the evening before arrives in the morning', async () => {
  const { site, stage, early } = await openTruck();
  site.advanceClock(DAY);
  const today = regionDay(site.services.now());
  const { day } = await pickupOf(early.browser, early.path);
  if (day !== today) throw new Error(`It was agreed for ${day}, not for ${today}.`);
  site.advanceTo(21);
  await deliveredEmails(site);
  requireOk(await statePlace(stage.owner, early.path, { place: 'At the bridge' }));
  site.advanceClock(10 * HOUR);
  const subjects = (await deliveredEmails(site)).map((email) => readEmail(email).subject);
  expect(subjects).toContainEqual(expect.stringContaining('where exactly to meet'));
});

test('a member reminded of a truck’s day is reminded of their own day again', async () => {
  const { site, driver, late } = await openTruck();
  site.advanceClock(DAY);
  expect(await remindMembers(site.services)).toBe(3);
  requireOk(await confirm(late.browser, late.path));
  requireOk(await endTruck(driver));
  expect((await pickupOf(late.browser, late.path)).is_coming).toBeNull();
  site.advanceClock(DAY);
  expect(await remindMembers(site.services)).toBe(1);
  expect(await countOf(late.browser, 'Still coming?')).toBe(1);
});

test('reminders, cancellations and reports follow the truck’s day', async () => {
  const { site, stage, early, late } = await openTruck();
  const reminders = async ({ browser }: Going) => countOf(browser, 'Still coming?');
  expect(await remindMembers(site.services)).toBe(0);
  site.advanceClock(DAY);
  expect(await remindMembers(site.services)).toBe(3);
  for (const load of [early, late]) expect(await reminders(load)).toBe(1);
  requireOk(await confirm(early.browser, early.path));
  expect(codeOf(await report(early.browser, early.path, TAKEN))).toEqual([409, 'too_early']);
  site.advanceClock(DAY);
  for (const { browser, path } of [early, late])
    expect((await pickupOf(browser, path)).acts).toEqual(
      expect.arrayContaining(['confirm', 'call_off', 'outcome']),
    );
  for (const browser of [late.browser, stage.owner])
    requireOk(await report(browser, late.path, TAKEN));
  expect(await pickupOf(late.browser, late.path)).toMatchObject({ status: 'done', kg: 20 });
  await askForOutcomes(site.services);
  expect(await countOf(early.browser, 'How did')).toBe(0);
  site.advanceClock(DAY);
  await askForOutcomes(site.services);
  expect(await countOf(early.browser, 'How did')).toBe(1);
  // Until two weeks later, at the end of the day.
  site.advanceClock(13 * DAY);
  expect(await endByClock(site.services, 'silence')).toBe(0);
  requireOk(await report(early.browser, early.path, TAKEN));
  site.advanceClock(DAY);
  expect(await endByClock(site.services, 'silence')).toBe(2);
});
