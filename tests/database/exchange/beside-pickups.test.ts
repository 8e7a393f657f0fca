// Bookings and trips are wherever pickups are: in the calendar, in the count of what is to do, in lists and files.
import { expect, test } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import type { FreeMachine } from '#lib/contract/exchange/machines.ts';
import type { OwnTrip } from '#lib/contract/exchange/trips.ts';
import { daysToCome } from '#lib/server/exchange/appointments/acts.ts';
import { findOpenPickup } from '#lib/server/exchange/appointments/ask-for-amount.ts';
import { listBookings } from '#lib/server/exchange/appointments/half-day.ts';
import { countToDo } from '#lib/server/exchange/appointments/pressing-queries.ts';
import { listTrips } from '#lib/server/exchange/trips/sharing.ts';
import { getPerson } from '#lib/server/people/stewards/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { GUIMBA, MUNOZ } from '#tests/support/nouns/alerts.ts';
import { agreeTo, callOff } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { calendarToken } from '#tests/support/nouns/calendars.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  book,
  bookAgreed,
  BOOKINGS,
  codeOf,
  MACHINES,
  nextMonday,
  openMachineStage,
} from '#tests/support/nouns/machines.ts';
import { withPhone } from '#tests/support/nouns/pickups.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import {
  goFrom,
  join,
  offer,
  openTripStage,
  tripOf,
  TRIPS,
  callOffTruck,
} from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** @returns the titles in a member's calendar */
async function calendarOf(site: Site, browser: MemberBrowser): Promise<string[]> {
  await sendForm(browser, '/profile/exchange', { action: 'make_calendar' });
  const token = await calendarToken(site, browser.member.id);
  const { body } = requireOk(await site.guest().get(`/api/web/calendars/${token}`));
  const text = String(body['text']).replaceAll('\r\n ', '');
  return [...text.matchAll(/SUMMARY:(.*)\r\n/g)].map(([, title = '']) => title);
}

test('the calendar has the bookings that are agreed, for both of them', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  await book(stage, jun, { half: 'afternoon' });
  const path = await bookAgreed(stage, ana);
  for (const each of [owner, ana])
    expect(await calendarOf(site, each)).toEqual([String.raw`Baler\, morning: 2 ha`]);
  expect(await calendarOf(site, jun)).toEqual([]);
  requireOk(await callOff(ana, path));
  expect(await calendarOf(site, ana)).toEqual([]);
});

test('the calendar has a trip once, for its driver and for who goes with it', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, ana] = [await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver);
  requireOk(await join(ana, trip));
  const title = String.raw`Shared truck\, Guimba to Cabanatuan City`;
  for (const { browser } of [driver, ana]) {
    const titles = await calendarOf(site, browser);
    expect(titles).toHaveLength(2);
    expect(titles.filter((each) => each === title)).toHaveLength(1);
  }
  // Whose straw it is goes with none.
  expect(await calendarOf(site, stage.owner)).not.toContain(title);
  requireOk(await callOffTruck(driver.browser, trip.trip_id));
  expect(await calendarOf(site, driver.browser)).toHaveLength(1);
});

test('a trip changes when it is called off, not when it is read', async () => {
  const site = await openSite();
  const driver = await goFrom(await openTripStage(site));
  const trip = await offer(driver);
  const offered = trip.updated_at;
  site.advanceClock(DAY / 2);
  expect((await tripOf(driver, trip)).updated_at).toBe(offered);
  requireOk(await callOffTruck(driver.browser, trip.trip_id));
  const { updated_at: off } = await tripOf(driver, trip);
  expect(Date.parse(off) - Date.parse(offered)).toBeGreaterThanOrEqual(DAY / 2);
});

test('a booking is to do for the owner, until they respond or its day is over', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  const count = ({ member }: MemberBrowser) =>
    countToDo(site.services.db, {
      memberId: member.id,
      today: dayAfter(site, 0),
      ...daysToCome(site.services),
    });
  const path = await book(stage, ana);
  await book(stage, ana, { half: 'afternoon' });
  await book(stage, await withPhone(site));
  expect([await count(owner), await count(ana)]).toEqual([3, 0]);
  requireOk(await agreeTo(owner, path));
  // To the other question for that morning they cannot agree.
  expect([await count(owner), await count(ana)]).toEqual([1, 0]);
  requireOk(await callOff(ana, path));
  expect(await count(owner)).toBe(2);
  const untilMonday = Date.parse(`${nextMonday(site)}T00:00:00+08:00`) - site.services.now();
  site.advanceClock(untilMonday + 11 * HOUR);
  expect(await count(owner)).toBe(2);
  site.advanceClock(HOUR);
  expect(await count(owner)).toBe(1);
  site.advanceClock(15 * DAY);
  expect(await count(owner)).toBe(0);
});

const tripsOf = async (browser: MemberBrowser, state = 'open'): Promise<string[]> =>
  requireOk(await browser.get(`${TRIPS}?state=${state}`)).body['data'].map(
    ({ trip_id, is_off }: OwnTrip) => `${trip_id} ${is_off}`,
  );

test('a trip is listed until its day is over, and then among what has ended', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, ana] = [await goFrom(stage), await goFrom(stage)];
  const { trip_id: id } = await offer(driver);
  requireOk(await join(ana, { trip_id: id }));
  for (const { browser } of [driver, ana]) {
    expect(await tripsOf(browser)).toEqual([`${id} false`]);
    expect(await tripsOf(browser, 'ended')).toEqual([]);
  }
  site.advanceClock(3 * DAY);
  for (const { browser } of [driver, ana]) {
    expect(await tripsOf(browser)).toEqual([]);
    expect(await tripsOf(browser, 'ended')).toEqual([`${id} false`]);
  }
  expect(await tripsOf(stage.owner, 'ended')).toEqual([]);
  // As its page does, it hides from whom the driver blocks.
  requireOk(await block(driver.browser, ana.browser));
  expect(await tripsOf(ana.browser, 'ended')).toEqual([]);
  expect(await tripsOf(driver.browser, 'ended')).toEqual([`${id} false`]);
});

/** What a steward sees of a person, on the page about them. */
async function seenBy(site: Site, steward: MemberBrowser, person: MemberBrowser) {
  const viewer = { id: steward.member.id };
  const { acting } = await getPerson({ ...site.services, viewer } as Ctx, person.member.id);
  const trips = await listTrips(acting, { state: 'open' });
  const { bookings } = await listBookings(acting, { state: 'open' });
  return [trips.length, bookings.length];
}

test('a steward sees the trips and bookings of their people, but with none who blocks them', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, lito] = [await goFrom(stage), await goFrom(stage)];
  const mark = await withPhone(site);
  await lookAfter(site, mark, lito.browser);
  requireOk(await join(lito, await offer(driver)));
  const machine = await openMachineStage(site);
  await book(machine, lito.browser);
  expect(await seenBy(site, mark, lito.browser)).toEqual([1, 1]);
  requireOk(await block(driver.browser, mark));
  expect(await seenBy(site, mark, lito.browser)).toEqual([0, 1]);
  requireOk(await block(machine.owner, mark));
  expect(await seenBy(site, mark, lito.browser)).toEqual([0, 0]);
});

/** @returns the lines of the file of a member's bookings */
async function linesOf(browser: MemberBrowser): Promise<string[]> {
  const { headers, body } = requireOk(await browser.get(`${BOOKINGS}/csv`));
  expect(headers.get('content-disposition')).toContain('glean-bookings.csv');
  return String(body['text']).split('\r\n').slice(1, -1);
}

test('members download their own bookings, without phone numbers and notes', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  await bookAgreed(stage, ana, { note: 'The gate is open', amount: 1.5 });
  await book(stage, ana, { half: 'afternoon', town: MUNOZ });
  const [later, first, ...others] = await linesOf(ana);
  expect(others).toEqual([]);
  expect(later).toMatch(/^\d{4}-\d\d-\d\d,afternoon,requested,requester,Baler,.*,2,hectare,1500,/);
  expect(first).toMatch(
    /,morning,agreed,requester,Baler,.*,1.5,hectare,1500,Guimba,Nueva Ecija,PSGC 0304911000,/,
  );
  expect(first).toContain(`${owner.member.first_name} ${owner.member.last_name}`);
  expect(`${later}${first}`).not.toMatch(/gate|09\d{9}/);
  expect((await linesOf(owner))[1]).toContain(',agreed,owner,Baler,');
  expect(await linesOf(await withPhone(site))).toEqual([]);
});

test('a question for a half day is no pickup of the listing', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, post } = stage;
  const ana = await withPhone(site);
  await book(stage, ana);
  const viewer = { id: ana.member.id };
  expect(await findOpenPickup({ ...site.services, viewer } as Ctx, post.post_id)).toBeNull();
});

test('a file has every booking', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  await book(stage, await withPhone(site));
  const { db } = site.services;
  const row = await db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow();
  const ended = Array.from({ length: 200 }, () => ({
    ...row,
    id: newId(),
    status: 'declined' as const,
  }));
  await db.insertInto('appointments').values(ended).execute();
  const { body } = await owner.get(`${BOOKINGS}/csv`);
  const links = String(body['text']).match(/\/machines\/bookings\/[^\r]*/g) ?? [];
  expect([new Set(links).size, links.length]).toEqual([201, 201]);
});

test('a search has pages, the nearest first, and each machine once', async () => {
  const site = await openSite();
  for (let nth = 0; nth < 4; nth += 1) {
    const { post } = await openMachineStage(site);
    if (nth % 2 === 0) continue;
    await site.services.db
      .updateTable('listings')
      .set({ town: MUNOZ })
      .where('post_id', '=', post.post_id)
      .execute();
  }
  const read = async (cursor: string) => {
    const query = `week=${nextMonday(site)}&town=${GUIMBA}&limit=1&cursor=${cursor}`;
    const { data } = requireOk(await site.guest().get(`${MACHINES}?${query}`)).body;
    return data as { count: number; machines: FreeMachine[]; nextCursor: string | null };
  };
  const found: FreeMachine[] = [];
  let next: string | null = '';
  while (next !== null) {
    const { count, machines, nextCursor }: Awaited<ReturnType<typeof read>> = await read(next);
    expect(count).toBe(4);
    found.push(...machines);
    next = nextCursor;
  }
  expect(found.map(({ distance_km }) => distance_km)).toEqual([0, 0, 16, 16]);
  expect(new Set(found.map(({ post_id }) => post_id)).size).toBe(4);
  const wrong = await site.guest().get(`${MACHINES}?cursor=soon`);
  expect(codeOf(wrong)).toEqual([400, { cursor: 'invalid_cursor' }]);
});

test('what is agreed is listed, however many ask for earlier days', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const late = await bookAgreed(stage, await withPhone(site), {
    day: addDays(nextMonday(site), 60),
  });
  const { db } = site.services;
  const given = await db.selectFrom('appointments').selectAll().executeTakeFirstOrThrow();
  const waiting = Array.from({ length: 56 }, (_, nth) => ({
    ...given,
    id: newId(),
    day: addDays(nextMonday(site), Math.floor(nth / 2)),
    half: nth % 2 === 0 ? ('morning' as const) : ('afternoon' as const),
    status: 'requested' as const,
  }));
  await db.insertInto('appointments').values(waiting).execute();
  const { bookings } = (await owner.get(`${BOOKINGS}?state=open`)).body['data'] as {
    bookings: { appointment_id: string; day: string }[];
  };
  expect(bookings.at(-1)?.appointment_id).toBe(late.split('/').at(-1));
  expect(bookings.map(({ day }) => day)).toEqual(bookings.map(({ day }) => day).toSorted());
});
