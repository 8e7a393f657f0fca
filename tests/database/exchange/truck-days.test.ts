// A load on a shared truck takes place on the truck's day, a day before or after the one that was agreed.
import { expect, test } from 'vitest';

import type { Pickup } from '#lib/contract/exchange/pickups.ts';
import { endSilentPickups } from '#lib/server/exchange/pickups/end-pickups.ts';
import { askForOutcomes, remindMembers } from '#lib/server/exchange/pickups/reminders.ts';
import { calendarToken } from '#tests/support/nouns/calendars.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { ask, pathOf, PICKUPS, withPhone } from '#tests/support/nouns/pickups.ts';
import {
  goFrom,
  type Going,
  join,
  offer,
  openTripStage,
  TRIPS,
} from '#tests/support/nouns/trips.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const TAKEN = { result: 'taken', kg: 20 };

/** A truck that goes in two days, with a load that was agreed for the day before, and one for the day after. */
async function openTruck() {
  const site = await openSite();
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  const trip = await offer(driver);
  const early = await goFrom(stage, { day: dayAfter(site, 1) });
  const late = await goFrom(stage, { day: dayAfter(site, 3) });
  for (const load of [early, late]) requireOk(await join(load, trip));
  return { site, stage, driver, trip, early, late };
}

const pickupOf = async (browser: Browser, path: string): Promise<Pickup> =>
  requireOk(await browser.get(path)).body['data'] as Pickup;

const countOf = async (browser: Browser, part: string): Promise<number> =>
  (await getAllNotifications(browser)).filter(({ title }) => String(title).includes(part)).length;

const codeOf = ({ status, body }: Awaited<ReturnType<Browser['post']>>) => [status, body['code']];

test('both members see it, its calendar has it, and it is the day that was agreed again without the truck', async () => {
  const { site, stage, driver, trip, early, late } = await openTruck();
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
  requireOk(await early.browser.post(`${early.path}/leave`));
  requireOk(await driver.browser.post(`${TRIPS}/${trip.trip_id}/call-off`));
  for (const [{ browser, path }, days] of [
    [early, 1],
    [late, 3],
  ] as const)
    expect((await pickupOf(browser, path)).takes_place_on).toBe(dayAfter(site, days));
});

test('what is to come is listed by it, page after page', async () => {
  const { site, stage } = await openTruck();
  await goFrom(stage, { day: dayAfter(site, 1) });
  const days: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query = cursor && `&cursor=${cursor}`;
    const { body } = requireOk(await stage.owner.get(`${PICKUPS}?limit=1${query}`));
    const { pickups, nextCursor } = body['data'];
    days.push(...pickups.map(({ takes_place_on }: Pickup) => takes_place_on));
    cursor = nextCursor;
  }
  const truckDay = dayAfter(site, 2);
  expect(days).toEqual([dayAfter(site, 1), truckDay, truckDay, truckDay]);
});

test('a request keeps its own day: the owner knows of no other', async () => {
  const { site, stage, trip } = await openTruck();
  const browser = await withPhone(site);
  const path = pathOf(await ask(stage, browser, { amount: 1, town: '0304903000' }));
  const asking: Going = { browser, path, id: path.split('/').at(-1) ?? '' };
  requireOk(await join(asking, trip));
  expect((await pickupOf(browser, path)).takes_place_on).toBe(dayAfter(site, 1));
  requireOk(await stage.owner.post(`${path}/agree`, { place: 'Behind the chapel' }));
  expect((await pickupOf(browser, path)).takes_place_on).toBe(dayAfter(site, 2));
});

test('the two are reminded by it, call off until it, and report from it on', async () => {
  const { site, stage, early, late } = await openTruck();
  const reminders = async ({ browser }: Going) => countOf(browser, 'Still coming?');
  expect(await remindMembers(site.services)).toBe(0);
  site.advanceClock(DAY);
  expect(await remindMembers(site.services)).toBe(3);
  for (const load of [early, late]) expect(await reminders(load)).toBe(1);
  requireOk(await early.browser.post(`${early.path}/confirm`, { is_coming: true }));
  expect(codeOf(await early.browser.post(`${early.path}/outcome`, TAKEN))).toEqual([
    409,
    'too_early',
  ]);
  site.advanceClock(DAY);
  for (const { browser, path } of [early, late])
    expect((await pickupOf(browser, path)).acts).toEqual(
      expect.arrayContaining(['confirm', 'call_off', 'outcome']),
    );
  for (const browser of [late.browser, stage.owner])
    requireOk(await browser.post(`${late.path}/outcome`, TAKEN));
  expect(await pickupOf(late.browser, late.path)).toMatchObject({ status: 'done', kg: 20 });
  await askForOutcomes(site.services);
  expect(await countOf(early.browser, 'How did')).toBe(0);
  site.advanceClock(DAY);
  await askForOutcomes(site.services);
  expect(await countOf(early.browser, 'How did')).toBe(1);
  // Two weeks after it, at the end of the day.
  site.advanceClock(13 * DAY);
  expect(await endSilentPickups(site.services)).toBe(0);
  requireOk(await early.browser.post(`${early.path}/outcome`, TAKEN));
  site.advanceClock(DAY);
  expect(await endSilentPickups(site.services)).toBe(2);
});
