// When a machine is free next, and which of its weeks is shown first, in the time of the region.
import { expect, test } from 'vitest';

import { addDays, DAYS_A_WEEK, daysBetween, listMondays, mondayOf } from '#lib/contract/days.ts';
import { MACHINE_WEEKS, type MachineWeek } from '#lib/contract/exchange/machines.ts';
import { regionClock, regionDay } from '#lib/site.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  bookAgreed,
  found,
  MACHINES,
  openMachineStage,
  setAway,
} from '#tests/support/nouns/machines.ts';
import { type PickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
const [MONDAY, FRIDAY, SATURDAY, SUNDAY] = [0, 4, 5, 6];

/** Moves the clock on to an hour of a day of the week, 0 for Monday, in the time of the region. */
function advanceTo(site: Site, weekday: number, hour: number): void {
  const now = site.services.now();
  const today = regionDay(now);
  const [hourNow, minute] = regionClock(now);
  const days =
    (weekday - daysBetween(mondayOf(today), today) + DAYS_A_WEEK) % DAYS_A_WEEK || DAYS_A_WEEK;
  site.advanceClock((days * HOURS_A_DAY + hour - hourNow) * HOUR_MS - minute * 60_000);
}

/** A machine's listing lasts longer than the clock is moved. */
async function openStage(weekday: number, hour: number, machine: object = {}) {
  const stage = await openMachineStage(await openSite(), machine);
  advanceTo(stage.site, weekday, hour);
  return stage;
}

/** The machine's week that is shown first. */
const firstWeekOf = async ({ post }: PickupStage, browser: Browser): Promise<MachineWeek> =>
  requireOk(await browser.get(`${MACHINES}/${post.post_id}`)).body['data'] as MachineWeek;

/** Marks the machine as away in all half days of all weeks. */
async function leaveForAll({ site, owner, post }: PickupStage): Promise<void> {
  for (const week of listMondays(dayAfter(site, 0), MACHINE_WEEKS)) {
    const away = Array.from({ length: DAYS_A_WEEK }, (_, nth) => addDays(week, nth)).flatMap(
      (day) => ['morning', 'afternoon'].map((half) => ({ day, half })),
    );
    requireOk(await owner.change('PUT', `${MACHINES}/${post.post_id}/away`, { week, away }));
  }
}

test.each([
  [9, {}, 'morning'],
  [12, {}, 'afternoon'],
  [23, {}, 'afternoon'],
  [9, { machine: 'truck', unit: 'trip', a_day: 1 }, 'day'],
])('on a Monday at %i:00, a machine %j is free next today: %s', async (hour, machine, half) => {
  const stage = await openStage(MONDAY, hour, machine);
  const { next_free } = await firstWeekOf(stage, await withPhone(stage.site));
  expect(next_free).toEqual({ day: dayAfter(stage.site, 0), half });
});

test('the whole day of a machine is over at noon', async () => {
  const stage = await openStage(MONDAY, 13, { machine: 'truck', unit: 'trip', a_day: 1 });
  const { next_free } = await firstWeekOf(stage, await withPhone(stage.site));
  expect(next_free).toEqual({ day: dayAfter(stage.site, 1), half: 'day' });
});

test('a machine is free next after what is agreed and away, also in a later week', async () => {
  const stage = await openStage(SUNDAY, 13);
  const { site, owner } = stage;
  const monday = dayAfter(site, 1);
  const ana = await withPhone(site);
  expect((await firstWeekOf(stage, ana)).next_free).toEqual({
    day: dayAfter(site, 0),
    half: 'afternoon',
  });
  await bookAgreed(stage, ana, { day: dayAfter(site, 0), half: 'afternoon' });
  await bookAgreed(stage, ana, { day: monday });
  requireOk(await setAway(stage, [{ day: monday, half: 'afternoon' }]));
  expect((await firstWeekOf(stage, owner)).next_free).toEqual({
    day: addDays(monday, 1),
    half: 'morning',
  });
});

test('a machine that is never free is not found, and its page says so', async () => {
  const stage = await openStage(MONDAY, 9);
  const guest = stage.site.guest();
  // Without a week, all that can be booked count.
  expect(await found(guest, '')).toEqual([['baler', MACHINE_WEEKS * DAYS_A_WEEK * 2, null]]);
  await leaveForAll(stage);
  expect(await found(guest, '')).toEqual([]);
  expect((await firstWeekOf(stage, stage.owner)).next_free).toBeNull();
});

test.each([
  ['Friday', FRIDAY, 0],
  ['Saturday', SATURDAY, 1],
  ['Sunday', SUNDAY, 1],
])('the week that is shown first on a %s', async (_, day, weeks) => {
  // An hour after midnight it is still the day before in UTC.
  for (const hour of [1, 22]) {
    const stage = await openStage(day, hour);
    const { week } = await firstWeekOf(stage, stage.owner);
    expect(week).toBe(addDays(mondayOf(dayAfter(stage.site, 0)), weeks * DAYS_A_WEEK));
  }
});
