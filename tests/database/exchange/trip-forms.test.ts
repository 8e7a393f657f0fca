// Trips by the plain forms of their pages, and what a driver says is free.
import { expect, test } from 'vitest';

import { agreeTo, leaveTruck } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { ask, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import {
  CABANATUAN,
  goFrom,
  type Going,
  join,
  offer,
  openTripStage,
  sharingOf,
  tripOf,
  callOffTruck,
  setRoom,
} from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const page = ({ id }: Going): string => `/exchange/pickups/${id}`;

test('all of it works by plain forms', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a] = [await goFrom(stage), await goFrom(stage)];
  for (const action of ['look_for_trip', 'leave_trip', 'look_for_trip']) {
    const sent = await sendForm(a.browser, page(a), { action });
    expect(redirectOf(sent)).toEqual([303, `${page(a)}?done=${action}`]);
    expect((await sharingOf(a)).is_looking).toBe(action === 'look_for_trip');
  }
  const offered = { action: 'offer_trip', amount: '1,000', unit: 'kg', town: CABANATUAN };
  const [status, location] = redirectOf(await sendForm(driver.browser, page(driver), offered));
  expect(status).toBe(303);
  const [trip] = (await sharingOf(a)).trips;
  expect(trip).toMatchObject({ unit: 'kg', amount_left: 1000 });
  const path = `/exchange/trips/${trip?.trip_id}`;
  expect(location).toBe(`${path}?done=offer_trip`);
  const joined = { action: 'join_trip', trip_id: trip?.trip_id ?? '', amount: '1,001' };
  expect(await codeOf(await sendForm(a.browser, page(a), joined))).toEqual([409, 'trip_full']);
  expect(redirectOf(await sendForm(a.browser, page(a), { ...joined, amount: '600' }))).toEqual([
    303,
    `${path}?done=join_trip`,
  ]);
  const change = { action: 'room', amount: '0' };
  expect(redirectOf(await sendForm(driver.browser, path, change))).toEqual([
    303,
    `${path}?done=room`,
  ]);
  expect(redirectOf(await sendForm(a.browser, path, { action: 'leave' }))).toEqual([
    303,
    `${page(a)}?done=leave_trip`,
  ]);
  expect(redirectOf(await sendForm(driver.browser, path, { action: 'call_off' }))).toEqual([
    303,
    `${path}?done=call_off`,
  ]);
});

test('of two loads of one member, each is shown and leaves for itself', async () => {
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
  const { stops, phone } = await tripOf(agreed, trip);
  expect(stops.map(({ appointment_id }) => appointment_id)).toEqual([asking.id, agreed.id]);
  // One of the two is agreed.
  expect(phone).toBe(driver.browser.member.contact_phone);
  expect((await tripOf(driver, trip)).stops.map(({ appointment_id }) => appointment_id)).toEqual([
    null,
    null,
  ]);
  const leave = { action: 'leave', appointment_id: agreed.id };
  expect(redirectOf(await sendForm(browser, `/exchange/trips/${trip.trip_id}`, leave))).toEqual([
    303,
    `${page(agreed)}?done=leave_trip`,
  ]);
  const isAlone = async () =>
    expect((await tripOf(asking, trip)).stops.map(({ appointment_id }) => appointment_id)).toEqual([
      asking.id,
    ]);
  await isAlone();
  // Pressed twice, the other stays; and what has joined another truck since stays on that.
  expect(redirectOf(await sendForm(browser, `/exchange/trips/${trip.trip_id}`, leave))).toEqual([
    303,
    `${page(agreed)}?done=leave_trip`,
  ]);
  await isAlone();
  const later = await offer(await goFrom(stage));
  requireOk(await join(agreed, later));
  await sendForm(browser, `/exchange/trips/${trip.trip_id}`, leave);
  expect((await tripOf(agreed, later)).stops).toHaveLength(1);
});

test('a steward of two with loads on a truck who presses twice takes off one', async () => {
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
    const leave = { action: 'leave', appointment_id: lito.id };
    expect(redirectOf(await sendForm(mark, `/exchange/trips/${trip.trip_id}`, leave))).toEqual([
      303,
      `${page(lito)}?done=leave_trip`,
    ]);
  }
  expect((await tripOf(driver, trip)).stops.map(({ account }) => account?.account_id)).toEqual([
    nena.browser.member.id,
  ]);
  const others = { action: 'leave', appointment_id: driver.id };
  const sent = await sendForm(await withPhone(site), `/exchange/trips/${trip.trip_id}`, others);
  expect(await codeOf(sent)).toEqual([404, 'pickup_not_found']);
});

test('a driver says what is free now, and those who have joined stay', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver, { amount: 10 });
  const room = (going: Going, amount: number) => setRoom(going.browser, trip.trip_id, amount);
  const codeAt = async (going: Going, amount: number) => (await room(going, amount)).body['code'];
  expect(await codeAt(driver, 0)).toBe('amount_out_of_range');
  requireOk(await join(a, trip, 4));
  requireOk(await room(driver, 0));
  expect(await tripOf(driver, trip)).toMatchObject({ amount: 4, amount_left: 0 });
  expect((await sharingOf(b)).trips).toEqual([]);
  requireOk(await room(driver, 3));
  expect(await tripOf(a, trip)).toMatchObject({ amount: 7, amount_left: 3, acts: ['leave'] });
  requireOk(await leaveTruck(a.browser, a.path));
  expect(await tripOf(driver, trip)).toMatchObject({ amount: 7, amount_left: 7, stops: [] });
  requireOk(await join(b, trip, 7));
  expect(await codeAt(b, 3)).toBe('trip_not_yours');
  expect(await codeAt(a, 3)).toBe('trip_not_found');
  requireOk(await callOffTruck(driver.browser, trip.trip_id));
  requireOk(await room(driver, 9));
  expect(await tripOf(driver, trip)).toMatchObject({ amount: 7, is_off: true });
});

test('who has only asked for a pickup joins, without the driver’s number until it is agreed', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  const trip = await offer(driver);
  const browser = await withPhone(site);
  const wanted = { amount: 1, town: CABANATUAN, day: dayAfter(site, 2) };
  const path = pathOf(await ask(stage, browser, wanted));
  const asking = { browser, path, id: path.split('/').at(-1) ?? '' };
  expect(requireOk(await join(asking, trip)).body['data'].phone).toBeNull();
  expect((await tripOf(asking, trip)).phone).toBeNull();
  requireOk(await agreeTo(stage.owner, path));
  expect((await tripOf(asking, trip)).phone).toBe(driver.browser.member.contact_phone);
});

test('offers and joins of a member have a limit', { timeout: 60_000 }, async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a] = [await goFrom(stage), await goFrom(stage)];
  const lasts = await offer(await goFrom(stage));
  for (let nth = 0; nth < 20; nth += 1) {
    const { trip_id } = await offer(driver);
    requireOk(await callOffTruck(driver.browser, trip_id));
  }
  const more = { amount: 10, unit: 'sack' };
  expect((await driver.browser.post(`${driver.path}/trips`, more)).status).toBe(429);
  for (let nth = 0; nth < 30; nth += 1) {
    requireOk(await join(a, lasts));
    requireOk(await leaveTruck(a.browser, a.path));
  }
  expect((await join(a, lasts)).status).toBe(429);
});
