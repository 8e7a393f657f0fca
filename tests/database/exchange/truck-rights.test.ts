// Permissions for a shared truck, and their end.
import { expect, test } from 'vitest';

import type { Appointment } from '#lib/contract/exchange/appointments.ts';
import { leaveTruck, lookForTruck } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { codeOf } from '#tests/support/nouns/machines.ts';
import {
  APPOINTMENTS,
  ask,
  openPickupStage,
  pathOf,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import {
  CABANATUAN,
  endTruck,
  goFrom,
  type Going,
  join,
  offer,
  openTripStage,
  setRoom,
  truckActsOf,
} from '#tests/support/nouns/trips.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

const ROOM = { amount: 2, unit: 'sack' };
const NOT_FOUND = [404, 'pickup_not_found'];
const NOT_YOURS = [403, 'trip_not_yours'];

const offerAs = (browser: Browser, path: string, given: object = {}) =>
  browser.post(`${path}/offer-room`, { ...ROOM, ...given });

test('guests, others, the owner, and members with a service cannot use trucks', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a] = [await goFrom(stage), await goFrom(stage)];
  const { path } = driver;
  const stranger = await withPhone(site);
  const staff = await site.signedIn(await site.member({ role: 'staff' }));
  expect((await offerAs(site.guest(), path)).status).toBe(401);
  for (const browser of [stranger, staff]) {
    for (const act of ['look', 'leave'])
      expect(codeOf(await browser.post(`${path}/${act}`))).toEqual(NOT_FOUND);
    expect(codeOf(await offerAs(browser, path))).toEqual(NOT_FOUND);
  }
  expect(codeOf(await offerAs(stage.owner, path))).toEqual(NOT_YOURS);
  const trip = await offer(driver);
  requireOk(await join(a, trip));
  for (const act of [endTruck, (going: Pick<Going, 'browser' | 'path'>) => setRoom(going, 3)]) {
    expect(codeOf(await act(a))).toEqual(NOT_YOURS);
    expect(codeOf(await act({ path, browser: stranger }))).toEqual(NOT_FOUND);
    expect(codeOf(await act({ path, browser: stage.owner }))).toEqual(NOT_YOURS);
  }
  expect(codeOf(await join({ ...driver, browser: stranger }, trip))).toEqual(NOT_FOUND);
  expect(codeOf(await join({ ...driver, browser: stage.owner }, trip))).toEqual(NOT_YOURS);
  const service = await openPickupStage(site, { kind: 'service' });
  const served = await goFrom(service, { amount: null });
  expect(codeOf(await offerAs(served.browser, served.path))).toEqual(NOT_YOURS);
});

test('a truck is for agreed pickups, until its day is over', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a] = [await goFrom(stage), await goFrom(stage)];
  requireOk(await join(a, await offer(driver)));
  const lito = await withPhone(site);
  const path = pathOf(await ask(stage, lito, { amount: 1 }));
  expect(codeOf(await lookForTruck(lito, path))).toEqual([409, 'trip_town_required']);
  expect(codeOf(await offerAs(lito, path, { town: CABANATUAN }))).toEqual([
    409,
    'trip_before_agreement',
  ]);
  const wrong = { amount: 0, unit: 'handful', town: 'Manila' };
  expect(codeOf(await offerAs(a.browser, a.path, wrong))).toEqual([
    400,
    { amount: 'amount_out_of_range', unit: 'unit_invalid' },
  ]);
  site.advanceClock(3 * DAY);
  for (const response of [
    await leaveTruck(a.browser, a.path),
    await lookForTruck(a.browser, a.path),
    await setRoom(driver, 3),
    await endTruck(driver),
  ])
    expect(codeOf(response)).toEqual([409, 'pickup_ended']);
});

const read = async (browser: Browser, path: string) => codeOf(await browser.get(`${path}/truck`));

test('only members on a truck read it; the owner sees the day', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, other] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  requireOk(await join(a, await offer(driver)));
  const { body } = await stage.owner.get(`${a.path}/sharing`);
  expect(body['data']).toMatchObject({ goes_on: dayAfter(site, 2), trip: null });
  const listed = requireOk(await stage.owner.get(APPOINTMENTS)).body['data'].appointments;
  expect(listed.map(({ truck }: Appointment) => truck)).toEqual([null, null, null]);
  for (const { path } of [driver, a]) {
    expect(await truckActsOf({ browser: stage.owner, path })).toEqual([]);
    expect(await read(stage.owner, path)).toEqual([404, 'trip_not_found']);
    expect(await read(other.browser, path)).toEqual(NOT_FOUND);
    expect((await site.guest().get(`${path}/truck`)).status).toBe(401);
  }
  expect(await read(other.browser, other.path)).toEqual([404, 'trip_not_found']);
});

test('the owner cannot act on a requester’s truck or search, nor undo it', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, ended] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  await offer(driver);
  await offer(ended);
  requireOk(await endTruck(ended));
  requireOk(await lookForTruck(a.browser, a.path));
  for (const { path } of [driver, a, ended]) {
    const own = { browser: stage.owner, path };
    for (const sent of [
      await lookForTruck(stage.owner, path),
      await leaveTruck(stage.owner, path),
      await setRoom(own, 3),
      await endTruck(own),
    ])
      expect(codeOf(sent)).toEqual(NOT_YOURS);
  }
  expect(await site.services.db.selectFrom('trip_stops').select('trip_id').execute()).toEqual([
    { trip_id: null },
  ]);
});
