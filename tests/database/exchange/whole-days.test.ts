// Machines with one trip a day: a booking takes the whole day, even after the number of trips changes.
import { expect, test } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import { agreeTo, callOff } from '#tests/support/nouns/appointments.ts';
import {
  book,
  bookAgreed,
  bookingIn,
  codeOf,
  found,
  MACHINES,
  mondayOfMachine,
  nextMonday,
  openMachineStage,
  setAway,
  weekOf,
} from '#tests/support/nouns/machines.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { APPOINTMENTS, type PickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

/** A truck with one trip a day. */
const ONE_TRIP = { machine: 'truck', unit: 'trip', a_day: 1, reach_km: 50 };

/** Sets the number of trips a day. */
const setTrips = async ({ owner, post }: PickupStage, a_day: number) =>
  requireOk(await owner.change('PUT', `${MACHINES}/${post.post_id}`, { ...ONE_TRIP, a_day }));

test('a machine with one trip a day has one booking a day', async () => {
  const stage = await openMachineStage(await openSite(), ONE_TRIP);
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const week = `week=${nextMonday(site)}`;
  expect(await found(site.guest(), week)).toEqual([['truck', 7, null]]);
  // Programs may request half of it.
  const first = await book(stage, ana, { amount: 1, half: 'day' });
  const second = await book(stage, jun, { amount: 1, half: 'afternoon' });
  const { half_days: days } = await weekOf(stage, jun);
  expect(days.map(({ half }) => half)).toEqual(Array.from({ length: 7 }, () => 'day'));
  expect(days[0]).toMatchObject({ state: 'requested', requests: 2 });
  const responses = await Promise.all(
    [first, second].map((path) => repeatWhileUnavailable(() => agreeTo(owner, path))),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [agreed, waiting] = responses[0]?.status === 200 ? [first, second] : [second, first];
  expect((await owner.get(agreed)).body['data']).toMatchObject({ half: 'day', status: 'agreed' });
  expect((await owner.get(waiting)).body['data']).toMatchObject({ half: 'day', is_taken: true });
  expect((await weekOf(stage, ana)).half_days[0]).toMatchObject({ state: 'booked' });
  expect(await found(site.guest(), week)).toEqual([['truck', 6, null]]);
  const away = [0, 1].map((nth) => ({ day: addDays(nextMonday(site), nth), half: 'day' }));
  expect(codeOf(await setAway(stage, away))).toEqual([409, 'half_day_booked']);
  requireOk(await setAway(stage, away.slice(1)));
  expect(await found(site.guest(), week)).toEqual([['truck', 5, null]]);
  const whole = bookingIn(stage, { amount: 1, half: 'day', day: away[1]?.day ?? '' });
  expect(codeOf(await jun.post(APPOINTMENTS, whole))).toEqual([409, { day: 'half_day_away' }]);
  requireOk(await callOff(owner, agreed));
  requireOk(await agreeTo(owner, waiting));
});

test('with more trips a day, a booked day stays whole, and others are halves', async () => {
  const stage = await openMachineStage(await openSite(), ONE_TRIP);
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const wanted = { amount: 1, half: 'day' } as const;
  await bookAgreed(stage, ana, wanted);
  await setTrips(stage, 2);
  expect(await mondayOfMachine(stage, jun)).toEqual(['booked', 'booked']);
  expect(await found(site.guest(), `week=${nextMonday(site)}`)).toEqual([['truck', 12, null]]);
  const late = await book(stage, jun, { amount: 1, half: 'afternoon' });
  expect(codeOf(await agreeTo(owner, late))).toEqual([409, 'half_day_taken']);
  const rest = { day: nextMonday(site), half: 'afternoon' };
  expect(codeOf(await setAway(stage, [rest]))).toEqual([409, 'half_day_booked']);
  expect(await mondayOfMachine(stage, jun)).toEqual(['booked', 'booked']);
  const tuesday = { ...wanted, day: addDays(nextMonday(site), 1) };
  expect(codeOf(await jun.post(APPOINTMENTS, bookingIn(stage, tuesday)))).toEqual([
    400,
    { half: 'half_invalid' },
  ]);
});

test('with one trip a day, only one of two requested halves can be agreed', async () => {
  const stage = await openMachineStage(await openSite(), { ...ONE_TRIP, a_day: 2 });
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const first = await book(stage, ana, { amount: 1 });
  const second = await book(stage, jun, { amount: 1, half: 'afternoon' });
  await setTrips(stage, 1);
  requireOk(await agreeTo(owner, second));
  expect(codeOf(await agreeTo(owner, first))).toEqual([409, 'half_day_taken']);
  expect((await owner.get(first)).body['data']).toMatchObject({ is_taken: true });
  expect((await titlesOf(ana))[0]).toMatch(/^What you asked for is not free any more/);
  requireOk(await callOff(jun, second));
  expect((await titlesOf(ana))[0]).toMatch(/^Free again/);
  requireOk(await agreeTo(owner, first));
});

test('waiting members are notified once the whole day they need is free', async () => {
  const stage = await openMachineStage(await openSite(), { ...ONE_TRIP, a_day: 2 });
  const { site, owner } = stage;
  const [ana, ben, jun] = [await withPhone(site), await withPhone(site), await withPhone(site)];
  const first = await bookAgreed(stage, ana, { amount: 1 });
  const second = await bookAgreed(stage, ben, { amount: 1, half: 'afternoon' });
  const waiting = await book(stage, jun, { amount: 1 });
  const day = addDays(nextMonday(site), 1);
  const tuesday = await bookAgreed(stage, ana, { amount: 1, day });
  await book(stage, jun, { amount: 1, day });
  requireOk(await setAway(stage, [{ day, half: 'afternoon' }]));
  await setTrips(stage, 1);
  requireOk(await callOff(ana, first));
  requireOk(await callOff(ana, tuesday));
  expect(await titlesOf(jun)).toEqual([]);
  expect(codeOf(await agreeTo(owner, waiting))).toEqual([409, 'half_day_taken']);
  requireOk(await callOff(ben, second));
  expect(await titlesOf(jun)).toEqual([expect.stringMatching(/^Free again/)]);
  requireOk(await agreeTo(owner, waiting));
  requireOk(await setAway(stage, []));
  expect((await titlesOf(jun))[0]).toMatch(/^Free again/);
});

test('with half a day away and the other half booked, no one is notified of a free day', async () => {
  const stage = await openMachineStage(await openSite(), { ...ONE_TRIP, a_day: 2 });
  const [ana, jun] = [await withPhone(stage.site), await withPhone(stage.site)];
  const first = await bookAgreed(stage, ana, { amount: 1 });
  await book(stage, jun, { amount: 1 });
  requireOk(await setAway(stage, [{ day: nextMonday(stage.site), half: 'afternoon' }]));
  await setTrips(stage, 1);
  requireOk(await setAway(stage, []));
  expect(await titlesOf(jun)).toEqual([]);
  requireOk(await callOff(ana, first));
  expect(await titlesOf(jun)).toEqual([expect.stringMatching(/^Free again/)]);
});

test('a request for the afternoon of a whole day that is already requested returns the same booking', async () => {
  const stage = await openMachineStage(await openSite(), ONE_TRIP);
  const { site, post } = stage;
  const ana = await withPhone(site);
  const day = nextMonday(site);
  const path = `/machines/${post.post_id}`;
  const fields = { action: 'book', town: '0304911000', amount: '1', note: '' };
  const press = () => sendForm(ana, path, { ...fields, day: `${day}.afternoon` });
  const first = redirectOf(await press());
  expect(first).toEqual([303, expect.stringMatching(/^\/exchange\/pickups\//)]);
  expect(redirectOf(await press())).toEqual(first);
  requireOk(await setAway(stage, [{ day, half: 'day' }]));
  const again = bookingIn(stage, { amount: 1, half: 'afternoon' });
  expect(codeOf(await ana.post(APPOINTMENTS, again))).toEqual([409, 'booking_exists']);
});
