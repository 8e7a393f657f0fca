// The plain forms for trucks on the pages of pickups.
import { expect, test } from 'vitest';

import { actsOf, agreeTo, leaveTruck } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { ask, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
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
  setRoom,
  truckOf,
} from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const page = ({ id }: Going): string => `/exchange/pickups/${id}`;

test('offers, searches and joins work by plain forms', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a] = [await goFrom(stage), await goFrom(stage)];
  for (const action of ['look', 'leave', 'look']) {
    const sent = await sendForm(a.browser, page(a), { action });
    expect(redirectOf(sent)).toEqual([303, `${page(a)}?done=${action}`]);
    expect((await sharingOf(a)).is_looking).toBe(action === 'look');
  }
  const sendAs = async (going: Going, given: Record<string, string>) =>
    redirectOf(await sendForm(going.browser, page(going), given));
  const doneBy = (going: Going, action: string) => [303, `${page(going)}?done=${action}`];
  const offered = { action: 'offer_room', amount: '1,000', unit: 'kg', town: CABANATUAN };
  expect(await sendAs(driver, offered)).toEqual(doneBy(driver, 'offer_room'));
  const [trip] = (await sharingOf(a)).trips;
  expect(trip).toMatchObject({ unit: 'kg', amount_left: 1000 });
  const joined = { action: 'join', trip_id: trip?.trip_id ?? '', amount: '1,001' };
  expect(await codeOf(await sendForm(a.browser, page(a), joined))).toEqual([409, 'trip_full']);
  expect(await sendAs(a, { ...joined, amount: '600' })).toEqual(doneBy(a, 'join'));
  const change = { action: 'set_room', amount: '0' };
  expect(await sendAs(driver, change)).toEqual(doneBy(driver, 'set_room'));
  expect(await truckOf(driver)).toMatchObject({ amount: 600, amount_left: 0, stops: [{}] });
  expect(await sendAs(a, { action: 'leave' })).toEqual(doneBy(a, 'leave'));
  expect(await sendAs(driver, { action: 'end_truck' })).toEqual(doneBy(driver, 'end_truck'));
  expect((await sharingOf(driver)).trip).toBeNull();
});

test('two loads of one member are shown separately, and leave separately', async () => {
  const site = await openSite();
  const [stage, other] = [await openTripStage(site), await openTripStage(site)];
  const driver = await goFrom(stage);
  const trip = await offer(driver);
  const browser = await withPhone(site);
  const wanted = { amount: 1, town: CABANATUAN, day: dayAfter(site, 2) };
  const path = pathOf(await ask(other, browser, wanted));
  const asking = { browser, path, id: path.split('/').at(-1) ?? '' };
  const agreed = await goFrom(stage, {}, browser);
  for (const each of [asking, agreed]) requireOk(await join(each, trip, 2));
  const { stops, phone } = await truckOf(agreed);
  expect(stops.map(({ appointment_id }) => appointment_id)).toEqual([asking.id, agreed.id]);
  // One of the two is agreed.
  expect(phone).toBe(driver.browser.member.contact_phone);
  expect((await truckOf(driver)).stops.map(({ appointment_id }) => appointment_id)).toEqual([
    null,
    null,
  ]);
  const leave = { action: 'leave', trip_id: trip.trip_id };
  const leaveAsAgreed = async () =>
    expect(redirectOf(await sendForm(browser, page(agreed), leave))).toEqual([
      303,
      `${page(agreed)}?done=leave`,
    ]);
  await leaveAsAgreed();
  const isAlone = async () =>
    expect((await truckOf(asking)).stops.map(({ appointment_id }) => appointment_id)).toEqual([
      asking.id,
    ]);
  await isAlone();
  // Pressed twice, the other load stays; and a load that has joined another truck since stays there.
  await leaveAsAgreed();
  await isAlone();
  const later = await offer(await goFrom(stage));
  requireOk(await join(agreed, later));
  await leaveAsAgreed();
  expect(await truckOf(agreed)).toMatchObject({ trip_id: later.trip_id, stops: [{}] });
});

test('a page with a truck that was called off since does not change one offered later', async () => {
  const site = await openSite();
  const driver = await goFrom(await openTripStage(site));
  const { trip_id } = await offer(driver);
  requireOk(await endTruck(driver));
  const later = await offer(driver, { amount: 8 });
  const change = { action: 'set_room', amount: '2', trip_id };
  const sent = await sendForm(driver.browser, page(driver), change);
  expect(await codeOf(sent)).toEqual([409, 'trip_ended']);
  const end = { action: 'end_truck', trip_id };
  expect(redirectOf(await sendForm(driver.browser, page(driver), end))).toEqual([
    303,
    `${page(driver)}?done=end_truck`,
  ]);
  expect(await truckOf(driver)).toMatchObject({ trip_id: later.trip_id, amount_left: 8 });
  const ownRoom = { ...change, trip_id: later.trip_id };
  expect(redirectOf(await sendForm(driver.browser, page(driver), ownRoom))[0]).toBe(303);
  expect((await truckOf(driver)).amount_left).toBe(2);
});

test('a steward of two people with loads on a truck who presses twice removes one load', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, lito, nena] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  const mark = await withPhone(site);
  const trip = await offer(driver);
  for (const person of [lito, nena]) {
    await lookAfter(site, mark, person.browser);
    requireOk(await join(person, trip));
  }
  for (let nth = 0; nth < 2; nth += 1) {
    const sent = await sendForm(mark, page(lito), { action: 'leave', trip_id: trip.trip_id });
    expect(redirectOf(sent)).toEqual([303, `${page(lito)}?done=leave`]);
  }
  expect((await truckOf(driver)).stops.map(({ account }) => account?.account_id)).toEqual([
    nena.browser.member.id,
  ]);
  const others = { action: 'leave', trip_id: trip.trip_id };
  for (const each of [nena, driver]) {
    const sent = await sendForm(await withPhone(site), page(each), others);
    expect(await codeOf(sent)).toEqual([404, 'pickup_not_found']);
  }
});

const codeAt = async (going: Going, amount: number) => (await setRoom(going, amount)).body['code'];

test('a driver updates the free space, and riders stay', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver, { amount: 10 });
  expect(await codeAt(driver, 0)).toBe('amount_out_of_range');
  requireOk(await join(a, trip, 4));
  requireOk(await setRoom(driver, 0));
  expect(await truckOf(driver)).toMatchObject({ amount: 4, amount_left: 0 });
  expect((await sharingOf(b)).trips).toEqual([]);
  requireOk(await setRoom(driver, 3));
  expect(await truckOf(a)).toMatchObject({ amount: 7, amount_left: 3 });
  expect(await actsOf(a.browser, a.path)).toContain('leave');
  requireOk(await leaveTruck(a.browser, a.path));
  expect(await truckOf(driver)).toMatchObject({ amount: 7, amount_left: 7, stops: [] });
  requireOk(await join(b, trip, 7));
  expect(await codeAt(b, 3)).toBe('trip_not_yours');
  expect(await codeAt(a, 3)).toBe('trip_ended');
  requireOk(await endTruck(driver));
  expect(await codeAt(driver, 9)).toBe('trip_ended');
  const [row] = await site.services.db.selectFrom('trips').selectAll().execute();
  expect(row).toMatchObject({ amount: 7, ended_at: expect.any(Number) });
});

test('a requester joins a truck, and sees the driver’s number only after the agreement', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  const trip = await offer(driver);
  const browser = await withPhone(site);
  const wanted = { amount: 1, town: CABANATUAN, day: dayAfter(site, 2) };
  const path = pathOf(await ask(stage, browser, wanted));
  const asking = { browser, path, id: path.split('/').at(-1) ?? '' };
  expect(requireOk(await join(asking, trip)).body['data'].phone).toBeNull();
  expect((await truckOf(asking)).phone).toBeNull();
  requireOk(await agreeTo(stage.owner, path));
  expect((await truckOf(asking)).phone).toBe(driver.browser.member.contact_phone);
});

test('a member’s offers and joins are limited', { timeout: 60_000 }, async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a] = [await goFrom(stage), await goFrom(stage)];
  const lasts = await offer(await goFrom(stage));
  for (let nth = 0; nth < 20; nth += 1) {
    await offer(driver);
    requireOk(await endTruck(driver));
  }
  const more = { amount: 10, unit: 'sack' };
  expect((await driver.browser.post(`${driver.path}/offer-room`, more)).status).toBe(429);
  for (let nth = 0; nth < 30; nth += 1) {
    requireOk(await join(a, lasts));
    requireOk(await leaveTruck(a.browser, a.path));
  }
  expect((await join(a, lasts)).status).toBe(429);
});
