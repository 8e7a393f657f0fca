// Loads on shared trucks: on the day itself, of rounds, and after a search for space.
import { expect, test } from 'vitest';

import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import {
  appointmentOf,
  leaveTruck,
  lookForTruck,
  report,
} from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { codeOf } from '#tests/support/nouns/machines.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { openPickupStage } from '#tests/support/nouns/pickups.ts';
import {
  endTruck,
  goFrom,
  join,
  offer,
  openTripStage,
  setRoom,
  sharingOf,
  truckActsOf,
  truckOf,
} from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const TAKEN = { result: 'taken', kg: 20 };

test('a driver whose own load is reported can still call off the truck, on its day only', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, load] = [await goFrom(stage), await goFrom(stage)];
  requireOk(await join(load, await offer(driver)));
  site.advanceClock(2 * DAY);
  requireOk(await report(driver.browser, driver.path, TAKEN));
  expect(await truckActsOf(driver)).toEqual(['set_room', 'end_truck']);
  requireOk(await setRoom(driver, 3));
  requireOk(await endTruck(driver));
  expect(await titlesOf(load.browser)).toContain('The truck that you joined won’t take your load');
  const [next, late] = [await goFrom(stage), await goFrom(stage)];
  requireOk(await join(late, await offer(next)));
  site.advanceClock(3 * DAY);
  expect(await truckActsOf(next)).toEqual([]);
  expect(codeOf(await endTruck(next))).toEqual([409, 'pickup_ended']);
});

test('loads can join and leave on the day itself, and the driver is notified', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, load] = [await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver);
  site.advanceClock(2 * DAY);
  requireOk(await join(load, trip, 4));
  expect(await titlesOf(driver.browser)).not.toContain(
    'A load left your truck: there’s room again',
  );
  expect(await truckActsOf(load)).toEqual(['leave']);
  expect(await truckActsOf(driver)).toEqual(['set_room', 'end_truck']);
  requireOk(await leaveTruck(load.browser, load.path));
  expect(await titlesOf(driver.browser)).toContain('A load left your truck: there’s room again');
  expect((await truckOf(driver)).amount_left).toBe(10);
});

test('no load joins a truck whose own load was handed over', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, load] = [await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver);
  site.advanceClock(2 * DAY);
  for (const browser of [driver.browser, stage.owner])
    requireOk(await report(browser, driver.path, TAKEN));
  expect((await sharingOf(load)).trips).toEqual([]);
  expect(codeOf(await join(load, trip))).toEqual([409, 'trip_ended']);
});

test('a round’s pickup cannot join a truck on another day, but one on its own day', async () => {
  const site = await openSite();
  const trucks = await openTripStage(site);
  const rounds = await openPickupStage(site, {
    town: GUIMBA,
    amount: 100,
    unit: 'bale',
    until: dayAfter(site, 60),
    repeat: { weeks: 1, weekday: weekdayOf(dayAfter(site, 3)) },
  });
  await makeDueRounds(site.services);
  const day = dayAfter(site, 3);
  const before = await offer(await goFrom(trucks));
  const same = await offer(await goFrom(trucks, { day }));
  const load = await goFrom(rounds, { day });
  expect((await sharingOf(load)).trips.map(({ trip_id }) => trip_id)).toEqual([same.trip_id]);
  expect(codeOf(await join(load, before))).toEqual([409, 'trip_not_near']);
  requireOk(await join(load, same));
  expect(await appointmentOf(load.browser, load.path)).toMatchObject({ takes_place_on: day });
});

test('a member who searched for space and then offers a truck stops searching', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, other] = [await goFrom(stage), await goFrom(stage)];
  requireOk(await lookForTruck(driver.browser, driver.path));
  expect((await sharingOf(other)).looking).toMatchObject([{ count: 1 }]);
  await offer(driver);
  expect((await sharingOf(driver)).is_looking).toBe(false);
  expect((await sharingOf(other)).looking).toEqual([]);
});
