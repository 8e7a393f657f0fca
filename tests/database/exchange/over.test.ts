// The clock of appointments: possible acts on the day, from noon on, and the end of requests without a response.
import { expect, test } from 'vitest';

import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import {
  actsOf,
  agreeTo,
  appointmentOf,
  callOff,
  decline,
} from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { book, bookAgreed, codeOf, openMachineStage } from '#tests/support/nouns/machines.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  pathOf,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const ENDED = [409, 'booking_ended'];

/** A machine requested for a day, at nine of that day. */
async function openToday(machine: object = {}) {
  const site = await openSite();
  site.advanceTo(9);
  const stage = await openMachineStage(site, machine);
  return { site, stage, owner: stage.owner, ana: await withPhone(site), day: dayAfter(site, 0) };
}

const ONE_TRIP = { unit: 'trip', a_day: 1 };

for (const [part, half, amount, machine, end] of [
  ['morning', 'morning', 2, {}, 12],
  ['whole day', 'day', 1, ONE_TRIP, 12],
  ['afternoon', 'afternoon', 2, {}, 24],
] as const)
  test(`a question for a ${part} is answered until ${end} o’clock, and nothing of it later`, async () => {
    const { site, stage, owner, ana, day } = await openToday(machine);
    const path = await book(stage, ana, { day, half, amount });
    site.advanceTo(end - 1);
    expect(await actsOf(owner, path)).toEqual(['agree', 'decline', 'call_off', 'message']);
    site.advanceTo(end % 24);
    expect(codeOf(await agreeTo(owner, path))).toEqual(ENDED);
    expect(codeOf(await decline(owner, path))).toEqual(ENDED);
    // Until the day is over, the request can be withdrawn, and the two can exchange messages.
    const left = end === 24 ? [] : ['call_off', 'message'];
    expect([await actsOf(owner, path), await actsOf(ana, path)]).toEqual([left, left]);
    expect(await site.services.db.selectFrom('half_days').selectAll().execute()).toEqual([]);
    expect(await endByClock(site.services, 'unanswered')).toBe(1);
    expect(codeOf(await agreeTo(owner, path))).toEqual(ENDED);
  });

test('both can call off an appointment until its day is over; waiting members hear only of future ones', async () => {
  const { site, stage, owner, ana, day } = await openToday();
  const jun = await withPhone(site);
  const morning = await bookAgreed(stage, ana, { day });
  const afternoon = await bookAgreed(stage, ana, { day, half: 'afternoon' });
  await book(stage, jun, { day });
  await book(stage, jun, { day, half: 'afternoon' });
  site.advanceTo(13);
  for (const path of [morning, afternoon]) {
    expect(await actsOf(owner, path)).toEqual(['call_off', 'confirm', 'message']);
    expect(await actsOf(ana, path)).toEqual(['call_off', 'place', 'confirm', 'message']);
  }
  requireOk(await callOff(owner, morning));
  expect(await titlesOf(jun)).toEqual([]);
  requireOk(await callOff(ana, afternoon));
  expect(await titlesOf(jun)).toEqual([expect.stringMatching(/^Free again/)]);
});

test('a request without a response ends once, and both are notified once', async () => {
  const { site, stage, owner, ana, day } = await openToday();
  const [open, agreed] = [
    await book(stage, ana, { day, half: 'afternoon' }),
    await bookAgreed(stage, await withPhone(site), { day }),
  ];
  const path = await book(stage, ana, { day });
  const own = await openPickupStage(site);
  const pickup = pathOf(await ask(own, ana, { day }));
  const end = async () => {
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => endByClock(site.services, 'unanswered')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  expect(await end()).toBe(0);
  site.advanceTo(12);
  expect(await end()).toBe(1);
  const statusOf = async (each: string) => (await appointmentOf(ana, each)).status;
  expect([await statusOf(path), await statusOf(open)]).toEqual(['called_off', 'requested']);
  expect(await titlesOf(ana)).toEqual([
    'No one answered in time (Baler). Ask for another half day',
  ]);
  expect((await titlesOf(owner))[0]).toMatch(
    /^You didn’t answer .+ in time: the half day has passed \(Baler\)$/,
  );
  site.advanceClock(DAY);
  expect(await end()).toBe(2);
  expect(await statusOf(pickup)).toBe('called_off');
  expect((await titlesOf(own.owner))[0]).toMatch(
    /^You didn’t answer .+ in time: the day has passed$/,
  );
  expect((await appointmentOf(owner, agreed)).status).toBe('agreed');
});

test('an agreed booking is done once its day is over, and no one is notified', async () => {
  const { site, stage, owner, ana, day } = await openToday();
  const [today, tomorrow] = [
    await bookAgreed(stage, ana, { day }),
    await bookAgreed(stage, ana, { day: dayAfter(site, 1) }),
  ];
  const waiting = await book(stage, ana, { day, half: 'afternoon' });
  const own = await openPickupStage(site);
  const pickup = await agreeWith(own, ana, { day });
  const heard = async () => [await titlesOf(owner), await titlesOf(ana)];
  const before = await heard();
  const end = async () => {
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => endByClock(site.services, 'over')),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  site.advanceTo(23);
  expect(await end()).toBe(0);
  site.advanceClock(DAY / 12);
  expect(await end()).toBe(1);
  const statusOf = async (path: string) => (await appointmentOf(ana, path)).status;
  expect(await statusOf(today)).toBe('done');
  for (const path of [tomorrow, pickup]) expect(await statusOf(path)).toBe('agreed');
  expect(await statusOf(waiting)).toBe('requested');
  expect(codeOf(await callOff(ana, today))).toEqual(ENDED);
  expect(await heard()).toEqual(before);
  site.advanceClock(DAY);
  expect([await end(), await end()]).toEqual([1, 0]);
});
