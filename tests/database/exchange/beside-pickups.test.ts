// Half days and trucks appear wherever pickups do: in calendars, counts of open tasks, lists and files.
import { expect, test } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import type { Appointment, AppointmentPage } from '#lib/contract/exchange/appointments.ts';
import type { FreeMachine } from '#lib/contract/exchange/machines.ts';
import { findOpenAmountOf } from '#lib/server/exchange/appointments/ask/ask-for-amount.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { listAppointments, listPressing } from '#lib/server/exchange/appointments/list.ts';
import { getAppointmentPage } from '#lib/server/exchange/appointments/page.ts';
import { countToDo } from '#lib/server/exchange/appointments/pressing-queries.ts';
import { daysToCome } from '#lib/server/exchange/stock/parts-of-days.ts';
import { getPerson } from '#lib/server/people/stewards/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { GUIMBA, MUNOZ } from '#tests/support/nouns/alerts.ts';
import { agreeTo, callOff, statePlace } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { calendarToken } from '#tests/support/nouns/calendars.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  book,
  bookAgreed,
  codeOf,
  MACHINES,
  nextMonday,
  openMachineStage,
} from '#tests/support/nouns/machines.ts';
import { APPOINTMENTS, withPhone } from '#tests/support/nouns/pickups.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import {
  endTruck,
  goFrom,
  join,
  offer,
  openTripStage,
  truckOf,
} from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** @returns the titles in a member's calendar, and how sure they are */
async function eventsOf(site: Site, browser: MemberBrowser): Promise<string[]> {
  await sendForm(browser, '/profile/exchange', { action: 'make_calendar' });
  const token = await calendarToken(site, browser.member.id);
  const { body } = requireOk(await site.guest().get(`/api/web/calendars/${token}`));
  const text = String(body['text']).replaceAll('\r\n ', '');
  const events = text.matchAll(/SUMMARY:(.*)\r\n[^]*?STATUS:(.*)\r\n/g);
  return [...events].map(([, title, status]) => `${title} ${status}`);
}

/** @returns the titles in a member's calendar */
const calendarOf = async (site: Site, browser: MemberBrowser): Promise<string[]> =>
  (await eventsOf(site, browser)).map((event) => event.slice(0, event.lastIndexOf(' ')));

test('the calendars of both members have agreed half days, and requested ones as tentative', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  await book(stage, jun, { half: 'afternoon' });
  const path = await bookAgreed(stage, ana);
  const agreed = String.raw`Baler\, morning: 2 ha CONFIRMED`;
  const requested = String.raw`Baler\, afternoon: 2 ha TENTATIVE`;
  expect(await eventsOf(site, ana)).toEqual([agreed]);
  expect(await eventsOf(site, jun)).toEqual([requested]);
  expect(await eventsOf(site, owner)).toEqual([requested, agreed]);
  requireOk(await callOff(ana, path));
  expect(await calendarOf(site, ana)).toEqual([]);
});

test('the calendar has a trip once, for its driver and for its riders', async () => {
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
  // The owner of the straw is not on the trip.
  expect(await calendarOf(site, stage.owner)).not.toContain(title);
  requireOk(await endTruck(driver));
  expect(await calendarOf(site, driver.browser)).toHaveLength(1);
});

test('a truck’s SEQUENCE changes with its pickup, not when read, and it ends when called off', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  const trip = await offer(driver);
  const offered = trip.updated_at;
  site.advanceClock(DAY / 2);
  expect((await truckOf(driver)).updated_at).toBe(offered);
  requireOk(await statePlace(stage.owner, driver.path, { place: 'Behind the mill' }));
  const { updated_at: later } = await truckOf(driver);
  expect(Date.parse(later) - Date.parse(offered)).toBeGreaterThanOrEqual(DAY / 2);
  requireOk(await endTruck(driver));
  const read = await driver.browser.get(`${driver.path}/truck`);
  expect(codeOf(read)).toEqual([404, 'trip_not_found']);
});

test('a booking is an open task of the owner until they respond or its day is over', async () => {
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
  // They cannot agree to the other request for that morning.
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

/** The trucks in a member's list of appointments. */
const trucksOf = async (browser: MemberBrowser, state: string): Promise<(string | null)[]> =>
  requireOk(await browser.get(`${APPOINTMENTS}?state=${state}`)).body['data'].appointments.map(
    ({ truck }: Appointment) => truck && truck.trip_id,
  );

/** The trucks of open and of past appointments. */
const listedOf = async (browser: MemberBrowser) => [
  await trucksOf(browser, 'open'),
  await trucksOf(browser, 'ended'),
];

test('a truck is listed with its riders, even after its end, but not for members blocked by its driver', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, ana] = [await goFrom(stage), await goFrom(stage)];
  const { trip_id } = await offer(driver);
  requireOk(await join(ana, { trip_id }));
  for (const { browser } of [driver, ana]) expect(await listedOf(browser)).toEqual([[trip_id], []]);
  site.advanceClock(3 * DAY);
  for (const { browser } of [driver, ana]) expect(await listedOf(browser)).toEqual([[trip_id], []]);
  site.advanceClock(14 * DAY);
  await endByClock(site.services, 'silence');
  for (const { browser } of [driver, ana]) expect(await listedOf(browser)).toEqual([[], [trip_id]]);
  expect(await listedOf(stage.owner)).toEqual([[], [null, null]]);
  requireOk(await block(driver.browser, ana.browser));
  expect(await listedOf(ana.browser)).toEqual([[], [null]]);
  expect((await ana.browser.get(`${ana.path}/truck`)).status).toBe(404);
  expect(await listedOf(driver.browser)).toEqual([[], [trip_id]]);
});

test('a rider’s page remains, without the truck, once the driver blocks them', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, ana] = [await goFrom(stage), await goFrom(stage)];
  const { trip_id } = await offer(driver);
  requireOk(await join(ana, { trip_id }));
  site.advanceClock(3 * DAY);
  const viewer = { id: ana.browser.member.id };
  const read = () => getAppointmentPage({ ...site.services, viewer } as Ctx, ana.id);
  expect((await read()).trip).toMatchObject({ trip_id });
  requireOk(await block(driver.browser, ana.browser));
  const page = await read();
  expect(page).toMatchObject({ trip: null, appointment: { status: 'agreed', truck: null } });
  expect(JSON.stringify(page)).not.toContain(driver.browser.member.contact_phone);
});

/** What a steward sees on a person's page. */
async function seenBy(site: Site, steward: MemberBrowser, person: MemberBrowser) {
  const viewer = { id: steward.member.id };
  const { acting } = await getPerson({ ...site.services, viewer } as Ctx, person.member.id);
  const list = { state: 'open' as const, cursor: null, limit: 50 };
  const { appointments } = await listAppointments(acting, list);
  const trucks = appointments.filter(({ truck }) => truck !== null);
  const halfDays = appointments.filter(({ subject }) => subject === 'half_day');
  return [trucks.length, halfDays.length];
}

test('a steward sees the trucks and half days of their people, except those of members who block them', async () => {
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

/** @returns the lines of the file of a member's appointments */
async function linesOf(browser: MemberBrowser): Promise<string[]> {
  const { headers, body } = requireOk(await browser.get(`${APPOINTMENTS}/csv`));
  expect(headers.get('content-disposition')).toContain('glean-pickups.csv');
  return String(body['text']).split('\r\n').slice(1, -1);
}

test('members download their own half days, without phone numbers and notes', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  await bookAgreed(stage, ana, { note: 'The gate is open', amount: 1.5 });
  await book(stage, ana, { half: 'afternoon', town: MUNOZ });
  const [first, later, ...others] = await linesOf(ana);
  expect(others).toEqual([]);
  expect(later).toMatch(/^\d{4}-\d\d-\d\d,afternoon,requested,taking,.*,Baler,2,hectare,1500,/);
  expect(first).toMatch(
    /,morning,agreed,taking,.*,Baler,1.5,hectare,1500,,Guimba,Nueva Ecija,PSGC 0304911000,/,
  );
  expect(first).toContain(`${owner.member.first_name} ${owner.member.last_name}`);
  expect(`${later}${first}`).not.toMatch(/gate|09\d{9}/);
  expect((await linesOf(owner))[0]).toMatch(/,agreed,giving,.*,Baler,/);
  expect(await linesOf(await withPhone(site))).toEqual([]);
});

test('a request for a half day is not a pickup of the listing', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, post } = stage;
  const ana = await withPhone(site);
  await book(stage, ana);
  const viewer = { id: ana.member.id };
  expect(await findOpenAmountOf({ ...site.services, viewer } as Ctx, post.post_id)).toBeNull();
});

test('a file has every half day', async () => {
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
  const { body } = await owner.get(`${APPOINTMENTS}/csv`);
  const links = String(body['text']).match(/\/exchange\/pickups\/[^\r]*/g) ?? [];
  expect([new Set(links).size, links.length]).toEqual([201, 201]);
});

test('a search has pages, nearest first, with each machine once', async () => {
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

test('agreed appointments are listed, however many requests are earlier', async () => {
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
  const id = late.split('/').at(-1);
  const viewer = { id: owner.member.id };
  const { agreed, count } = await listPressing({ ...site.services, viewer } as Ctx);
  expect(count).toBe(waiting.length);
  expect(agreed.map(({ appointment_id }) => appointment_id)).toEqual([id]);
  const open: Appointment[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = requireOk(await owner.get(`${APPOINTMENTS}?cursor=${cursor}`));
    const page: AppointmentPage = body['data'];
    open.push(...page.appointments);
    cursor = page.nextCursor;
  }
  expect(open).toHaveLength(57);
  expect(open.at(-1)?.appointment_id).toBe(id);
  expect(open.map(({ day }) => day)).toEqual(open.map(({ day }) => day).toSorted());
});
