// The outcomes of requests for pickups: each way a request ends, by month and town.
import { expect, test, vi } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import type { ExchangeFigures } from '#lib/contract/exchange/figures.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { endByClock } from '#lib/server/exchange/appointments/end.ts';
import { makeDueRounds } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { agreeTo, callOff, decline, report } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { book, bookAgreed, nextMonday, openMachineStage } from '#tests/support/nouns/machines.ts';
import {
  agreeWith,
  ask,
  openPickupStage,
  pathOf,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { endTruck, goFrom, join, offer, openTripStage } from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const FIGURES = '/api/admin/exchange';
const DAY = 86_400_000;
const HOUR = 3_600_000;
const GUIMBA = '0304911000';
const MUÑOZ = '0304917000';

const getFigures = async (site: Site, query = ''): Promise<ExchangeFigures> =>
  (await (await signedInStaff(site)).get(`${FIGURES}?${query}`)).body['data'];

/** A request for a separate listing. */
async function request(site: Site, given: object = {}) {
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  const path = pathOf(await ask(stage, requester, given));
  return { ...stage, requester, path };
}

/** A request to which the owner agreed. */
async function agreement(site: Site, day: number) {
  const stage = await openPickupStage(site);
  const requester = await withPhone(site);
  return {
    ...stage,
    requester,
    path: await agreeWith(stage, requester, { day: dayAfter(site, day) }),
  };
}

test('every request is counted once, by its outcome', async () => {
  const site = await openSite();
  await request(site, { day: dayAfter(site, 10) });
  const declined = await request(site);
  await decline(declined.owner, declined.path);
  const takenBack = await request(site);
  await callOff(takenBack.requester, takenBack.path, { reason: 'No truck' });
  const dropped = await request(site);
  await dropped.owner.change('DELETE', `${POSTS}/${dropped.post.post_id}`);
  await request(site);
  await agreement(site, 10);
  const [byOwner, byRequester] = [await agreement(site, 1), await agreement(site, 1)];
  await callOff(byOwner.owner, byOwner.path);
  await callOff(byRequester.requester, byRequester.path, { reason: 'No truck' });
  const taken = await agreement(site, 0);
  await report(taken.owner, taken.path, { result: 'taken', kg: 500 });
  await report(taken.requester, taken.path, { result: 'part', kg: 450 });
  const missed = await agreement(site, 0);
  for (const each of [missed.owner, missed.requester])
    await report(each, missed.path, { result: 'not', reason: 'no_show' });
  site.advanceClock(2 * DAY);
  await endByClock(site.services, 'unanswered');
  const { total } = await getFigures(site);
  expect(total).toEqual({
    requested: 10,
    responded: 6,
    agreed: 5,
    picked_up: 1,
    kg: 450,
    waiting: 1,
    declined: 1,
    unanswered: 1,
    taken_back: 1,
    dropped: 1,
    to_come: 1,
    owner_called_off: 1,
    requester_called_off: 1,
    ended: 0,
    no_show: 1,
    not_as_described: 0,
    other: 0,
    unreported: 0,
  });
  site.advanceClock(30 * DAY);
  await endByClock(site.services, 'silence');
  await endByClock(site.services, 'unanswered');
  expect((await getFigures(site)).total).toMatchObject({
    waiting: 0,
    unanswered: 2,
    to_come: 0,
    unreported: 1,
  });
});

test('a standing request counts as one request, and each of its rounds as an agreement', async () => {
  const site = await openSite();
  let time = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => (time += 1));
  const day = dayAfter(site, 5);
  const stage = await openPickupStage(site, {
    amount: 8,
    unit: 'bale',
    until: dayAfter(site, 100),
    repeat: { weeks: 1, weekday: weekdayOf(day) },
  });
  await makeDueRounds(site.services);
  const path = pathOf(await ask(stage, await withPhone(site), { amount: 3, day, each_time: true }));
  site.advanceClock(DAY + HOUR);
  await agreeTo(stage.owner, path);
  const { total } = await getFigures(site);
  expect(total).toMatchObject({ requested: 1, responded: 0, agreed: 4, to_come: 4 });
});

test('a response counts as prompt within 24 hours', async () => {
  const site = await openSite();
  const [soon, late] = [
    await request(site, { day: dayAfter(site, 5) }),
    await request(site, { day: dayAfter(site, 5) }),
  ];
  site.advanceClock(DAY - HOUR);
  await agreeTo(soon.owner, soon.path);
  site.advanceClock(2 * HOUR);
  await decline(late.owner, late.path);
  expect((await getFigures(site)).total).toMatchObject({ requested: 2, responded: 1, agreed: 1 });
});

/** Adds a completed pickup. @param at time of the request */
async function add(site: Site, at: string, values: Partial<AppointmentTable> = {}): Promise<void> {
  const created_at = Date.parse(at);
  const row = {
    id: idAt(created_at),
    subject: 'amount' as const,
    kind: 'offer' as const,
    material: 'rice-straw',
    town: GUIMBA,
    day: at.slice(0, 10),
    status: 'done' as const,
    kg: 100,
    created_at,
    updated_at: created_at,
    agreed_at: created_at + HOUR,
    ...values,
  };
  await site.services.db.insertInto('appointments').values(row).execute();
}

const keysOf = (rows: ExchangeFigures['months']) =>
  rows.map(({ key, requested }) => [key, requested]);

test('months are those of the region, and figures are filtered by period, town and material', async () => {
  const site = await openSite();
  // Midnight in the region is 16:00 UTC.
  await add(site, '2025-04-30T15:59:59.999Z');
  await add(site, '2025-04-30T16:00:00.000Z', { town: MUÑOZ });
  await add(site, '2025-05-10T00:00:00.000Z', { material: 'rice-hull', kg: 0 });
  // Both members are gone; only the month of its day remains.
  await add(site, '2025-05-01', { created_at: 0, updated_at: 0, agreed_at: null, town: MUÑOZ });
  await add(site, '2024-12-31T15:59:00.000Z');
  const year = await getFigures(site, 'period=2025');
  expect(keysOf(year.months)).toEqual([
    ['2025-05', 3],
    ['2025-04', 1],
  ]);
  expect(keysOf(year.towns)).toEqual([
    [GUIMBA, 2],
    [MUÑOZ, 2],
  ]);
  expect(year.total).toMatchObject({ agreed: 4, responded: 3, picked_up: 3, other: 1, kg: 300 });
  expect(keysOf((await getFigures(site, 'period=2025-04')).months)).toEqual([['2025-04', 1]]);
  const muñoz = await getFigures(site, `period=2025&town=${MUÑOZ}`);
  expect(keysOf(muñoz.months)).toEqual([['2025-05', 2]]);
  const hull = await getFigures(site, 'period=2025&material=rice-hull');
  expect(keysOf(hull.towns)).toEqual([[GUIMBA, 1]]);
  expect((await getFigures(site)).total.requested).toBe(0);
});

test('the CSV names towns, and spreadsheets do not read their codes as numbers', async () => {
  const site = await openSite();
  await add(site, '2025-05-10T00:00:00.000Z', { town: MUÑOZ });
  const staff = await signedInStaff(site);
  const { headers, body } = await staff.get(`${FIGURES}/csv?period=2025`);
  expect(headers.get('content-disposition')).toContain('glean-exchange.csv');
  const [head, line] = String(body['text']).split('\r\n');
  expect(head).toMatch(
    /^\ufeffmonth,town,province,town_code,requested,responded,agreed,picked_up,kg,/,
  );
  expect(line).toMatch(/^2025-05,Science City of Muñoz,Nueva Ecija,PSGC 0304917000,1,1,1,1,100,/);
});

test('each machine request is counted once, by its outcome, in the town of the work', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const { owner, post } = stage;
  const ana = await withPhone(site);
  const monday = nextMonday(site);
  const at = (nth: number) => ({ day: addDays(monday, nth) });
  const slow = await book(stage, ana, at(6));
  const declined = await book(stage, ana, { ...at(1), town: MUÑOZ });
  const takenBack = await book(stage, ana, at(2));
  const [byOwner, byRequester] = [
    await bookAgreed(stage, ana, at(3)),
    await bookAgreed(stage, ana, at(4)),
  ];
  await bookAgreed(stage, ana, at(5));
  await book(stage, ana, at(7));
  await decline(owner, declined);
  await callOff(ana, takenBack, { reason: 'No need' });
  await callOff(owner, byOwner);
  await callOff(ana, byRequester);
  const { machines, total } = await getFigures(site);
  // None of them is a request for a pickup.
  expect(total.requested).toBe(0);
  expect(machines?.total).toEqual({
    requested: 7,
    responded: 4,
    agreed: 3,
    done: 0,
    waiting: 2,
    declined: 1,
    unanswered: 0,
    taken_back: 1,
    dropped: 0,
    to_come: 1,
    owner_called_off: 1,
    requester_called_off: 1,
    ended: 0,
  });
  expect(machines?.towns.map(({ key, requested }) => [key, requested])).toEqual([
    [GUIMBA, 6],
    [MUÑOZ, 1],
  ]);
  site.advanceClock(DAY + HOUR);
  await agreeTo(owner, slow);
  await owner.change('DELETE', `${POSTS}/${post.post_id}`);
  site.advanceClock(20 * DAY);
  const later = await getFigures(site);
  // Deleting the post ended open requests and agreed bookings.
  expect(later.machines?.total).toMatchObject({ responded: 4, agreed: 4, dropped: 1, ended: 2 });
  const muñoz = await getFigures(site, `town=${MUÑOZ}`);
  expect(muñoz.machines?.total).toMatchObject({ requested: 1, declined: 1 });
  expect((await getFigures(site, 'material=rice-straw')).machines).toBeNull();
});

test('a past agreed booking counts as done, and a past request as unanswered', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const ana = await withPhone(site);
  await bookAgreed(stage, ana);
  await book(stage, ana, { half: 'afternoon' });
  site.advanceClock(15 * DAY);
  for (const ended of [0, 1]) {
    const { machines } = await getFigures(site);
    const agreed = { responded: 1, agreed: 1, done: 1, to_come: 0 };
    expect(machines?.total).toMatchObject({ ...agreed, unanswered: 1, dropped: 0 });
    expect(await endByClock(site.services, 'unanswered')).toBe(1 - ended);
  }
});

test('trucks with free space are counted in the town of loading, with their loads', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [first, second, ana] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  requireOk(await join(ana, await offer(first)));
  await offer(second);
  requireOk(await endTruck(second));
  const { trucks } = await getFigures(site);
  const counts = { offered: 2, called_off: 1, loads: 1 };
  expect(trucks?.total).toEqual(counts);
  expect(trucks?.towns).toEqual([{ ...counts, key: GUIMBA }]);
  expect((await getFigures(site, `town=${MUÑOZ}`)).trucks?.total.offered).toBe(0);
  const { body } = await (await signedInStaff(site)).get(`${FIGURES}/csv`);
  const [head = '', line = ''] = String(body['text']).split('\r\n');
  const cells = line.split(',');
  const cellOf = (name: string) => cells[head.split(',').indexOf(name)];
  const columns = ['trucks_offered', 'trucks_loads', 'machines_requested'];
  expect(columns.map(cellOf)).toEqual(['2', '1', '0']);
});

test('figures of a year use an index', async () => {
  const site = await openSite();
  const { db, dialect } = site.services;
  // Postgres scans small tables anyway.
  if (dialect !== 'sqlite') return;
  const spy = vi.spyOn(db.getExecutor(), 'executeQuery');
  await getFigures(site, 'period=2025');
  const counts = spy.mock.calls
    .map(([query]) => query)
    .filter(({ sql }) => sql.includes('cast(count(*)'));
  spy.mockRestore();
  expect(counts).toHaveLength(3);
  for (const query of counts) {
    const { rows } = await db.executeQuery({ ...query, sql: `explain query plan ${query.sql}` });
    const plan = rows.map((row) => (row as { detail: string }).detail).join('; ');
    expect(plan).toMatch(/USING INDEX \w+_created_at_idx/);
    expect(plan).not.toMatch(/SCAN (pickups|bookings|r)\b/);
  }
});

test.each([
  ['period=2025-13', 'period_invalid'],
  ['town=0300000000', 'town_invalid'],
  ['material=gold', 'material_invalid'],
])('%s is rejected', async (query, code) => {
  const site = await openSite();
  const { status, body } = await (await signedInStaff(site)).get(`${FIGURES}?${query}`);
  expect([status, Object.values(body['field_codes'])]).toEqual([400, [code]]);
});
