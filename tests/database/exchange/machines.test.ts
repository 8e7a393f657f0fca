// Machines: availability, requests, bookings and cancellations of half days, and permissions.
import { expect, test, vi } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import { BALER, GUIMBA, MUNOZ } from '#tests/support/nouns/alerts.ts';
import { agreeTo, callOff } from '#tests/support/nouns/appointments.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  book,
  bookAgreed,
  bookingIn,
  codeOf,
  found,
  MACHINE,
  MACHINES,
  mondayOfMachine,
  nextMonday,
  openMachineStage,
  setAway,
  weekOf,
} from '#tests/support/nouns/machines.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import {
  APPOINTMENTS,
  ask,
  openPickupStage,
  type PickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

/** The search results in Muñoz with a larger range of the baler. */
async function reaches(site: Site, { owner, post }: PickupStage, reach_km: number) {
  const machine = { ...MACHINE, reach_km };
  requireOk(await owner.change('PUT', `${MACHINES}/${post.post_id}`, machine));
  return found(site.guest(), `week=${nextMonday(site)}&town=${MUNOZ}`);
}

test('a search finds machines that serve a town and have a free half day in a week', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  await openMachineStage(site, { machine: 'truck', unit: 'trip', a_day: 3, reach_km: 10 });
  const guest = site.guest();
  const week = `week=${nextMonday(site)}`;
  expect(await found(guest, `${week}&town=${GUIMBA}`)).toEqual([
    ['truck', 14, 0],
    ['baler', 14, 0],
  ]);
  // The truck goes 10 km, and Muñoz is 16 km away.
  expect(await found(guest, `${week}&town=${MUNOZ}`)).toEqual([['baler', 14, 16]]);
  expect(await reaches(site, stage, 16)).toEqual([['baler', 14, 16]]);
  expect(await reaches(site, stage, 15)).toEqual([]);
  await reaches(site, stage, 30);
  expect(await found(guest, `${week}&town=${BALER}`)).toEqual([]);
  expect(await found(guest, `${week}&machine=truck`)).toEqual([['truck', 14, null]]);
  const ana = await withPhone(site);
  await book(stage, ana);
  expect(await found(guest, `${week}&machine=baler`)).toEqual([['baler', 14, null]]);
  await bookAgreed(stage, ana, { half: 'afternoon' });
  expect(await found(guest, `${week}&machine=baler`)).toEqual([['baler', 13, null]]);
  const monday = nextMonday(site);
  const all = Array.from({ length: 7 }, (_, nth) => addDays(monday, nth)).flatMap((day) =>
    (['morning', 'afternoon'] as const).map((half) => ({ day, half })),
  );
  requireOk(await setAway(stage, [...all.slice(0, 1), ...all.slice(2)]));
  expect(await found(guest, `${week}&machine=baler`)).toEqual([]);
});

test.each([
  ['town=0000000000', { town: 'town_invalid' }],
  ['machine=tractor', { machine: 'machine_invalid' }],
  ['week=2020-01-06', { week: 'week_invalid' }],
  ['week=soon', { week: 'week_invalid' }],
])('a search with %s is rejected', async (query, codes) => {
  const site = await openSite();
  const response = await site.guest().get(`${MACHINES}?${query}`);
  expect(codeOf(response)).toEqual([400, codes]);
});

test('a half day is free, requested, booked, and free again, and waiting members are notified', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  expect(await mondayOfMachine(stage, ana)).toEqual(['free', 'free']);
  const first = await book(stage, ana, { note: 'Gate is open' });
  const second = await book(stage, jun);
  expect(await mondayOfMachine(stage, owner)).toEqual(['requested', 'free']);
  expect((await weekOf(stage, jun)).half_days[0]).toMatchObject({
    requests: 2,
    appointment_id: second.split('/').at(-1),
  });
  const requested = (await owner.get(first)).body['data'];
  expect(requested).toMatchObject({ is_owner: true, amount: 2, note: 'Gate is open', phone: null });
  expect(requested.acts).toEqual(['agree', 'decline', 'call_off', 'message']);
  const agreed = requireOk(await agreeTo(owner, first)).body['data'];
  expect(agreed).toMatchObject({ status: 'agreed', phone: expect.stringMatching(/^09/) });
  expect(await mondayOfMachine(stage, jun)).toEqual(['booked', 'free']);
  expect((await jun.get(second)).body['data']).toMatchObject({ is_taken: true, phone: null });
  expect(await titlesOf(jun)).toEqual([
    expect.stringMatching(/^What you asked for is not free any more/),
  ]);
  expect(codeOf(await agreeTo(owner, second))).toEqual([409, 'half_day_taken']);
  requireOk(await callOff(ana, first));
  expect(await mondayOfMachine(stage, jun)).toEqual(['requested', 'free']);
  expect((await titlesOf(jun))[0]).toMatch(/^Free again/);
  expect((await owner.get(first)).body['data']).toMatchObject({
    status: 'called_off',
    reason: 'Rain',
    phone: null,
    acts: [],
  });
  expect((await titlesOf(owner))[0]).toMatch(/called it off \(Baler\)$/);
  requireOk(await agreeTo(owner, second));
  expect((await titlesOf(jun))[0]).toMatch(/agreed: it is yours then/);
});

test('64 concurrent agreements book each half day exactly once', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const members = await Promise.all(Array.from({ length: 16 }, () => withPhone(site)));
  const monday = nextMonday(site);
  const slots = [0, 1].flatMap((nth) =>
    (['morning', 'afternoon'] as const).map((half) => ({ day: addDays(monday, nth), half })),
  );
  const booked = await Promise.all(
    members.map(async (member) => {
      const own: string[] = [];
      for (const slot of slots) own.push(await book(stage, member, slot));
      return own;
    }),
  );
  const paths = booked.flat();
  expect(paths).toHaveLength(64);
  const forget = () => site.services.limits.forget(owner.member.id);
  const responses = await Promise.all(
    paths.map((path) => repeatWhileUnavailable(() => agreeTo(owner, path), forget)),
  );
  const codes = responses.map(({ status, body }) => (status === 200 ? 'agreed' : body['code']));
  expect(codes.filter((code) => code === 'agreed')).toHaveLength(4);
  expect(codes.filter((code) => code === 'half_day_taken')).toHaveLength(60);
  const { db } = site.services;
  const rows = await db
    .selectFrom('appointments')
    .where('status', '=', 'agreed')
    .select(['day', 'half'])
    .execute();
  expect(new Set(rows.map(({ day, half }) => `${day} ${half}`)).size).toBe(4);
  expect(rows).toHaveLength(4);
  expect(await db.selectFrom('half_days').selectAll().execute()).toHaveLength(4);
});

test('concurrent cancellations and agreements leave no half day taken by an ended booking', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  for (let nth = 0; nth < 7; nth += 1) {
    const path = await book(stage, ana, { day: addDays(nextMonday(site), nth) });
    await Promise.all([
      repeatWhileUnavailable(() => agreeTo(owner, path)),
      repeatWhileUnavailable(() => callOff(ana, path)),
    ]);
  }
  const { db } = site.services;
  const taken = await db.selectFrom('half_days').select('appointment_id').execute();
  const agreed = await db
    .selectFrom('appointments')
    .where('status', '=', 'agreed')
    .select('id')
    .execute();
  expect(new Set(taken.map(({ appointment_id }) => appointment_id))).toEqual(
    new Set(agreed.map(({ id }) => id)),
  );
});

test('a retry after a lost response changes nothing and notifies no one again', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  const day = nextMonday(site);
  const [agreed, declined] = [
    await book(stage, ana),
    await book(stage, ana, { half: 'afternoon' }),
  ];
  for (const [sender, path, status] of [
    [owner, `${agreed}/agree`, 'agreed'],
    [owner, `${declined}/decline`, 'declined'],
    [ana, `${agreed}/call-off`, 'called_off'],
  ] as const)
    for (let nth = 0; nth < 2; nth += 1)
      expect(requireOk(await sender.post(path, { reason: 'Rain' })).body['data']).toMatchObject({
        status,
      });
  expect(await titlesOf(ana)).toHaveLength(2);
  expect(await titlesOf(owner)).toHaveLength(3);
  // The cancellation by the other member is a new notification.
  const late = await callOff(owner, agreed);
  expect(codeOf(late)).toEqual([409, 'booking_ended']);
  await book(stage, ana);
  requireOk(await setAway(stage, [{ day, half: 'morning' }]));
  expect(codeOf(await ana.post(APPOINTMENTS, bookingIn(stage)))).toEqual([409, 'booking_exists']);
});

test('a week takes the same number of queries, however many bookings it has', async () => {
  const stage = await openMachineStage(await openSite());
  const { site } = stage;
  const [ana, jun] = [await withPhone(site), await withPhone(site)];
  const queries = vi.spyOn(site.services.db.getExecutor(), 'executeQuery');
  const count = async () => {
    queries.mockClear();
    const { half_days } = await weekOf(stage, ana);
    const reading = queries.mock.calls.filter(([{ sql }]) =>
      /"(appointments|half_days)"/.test(sql),
    );
    const [first, second] = half_days.filter(({ state }) => state === 'booked');
    return { queries: reading.length, own: first?.appointment_id, other: second?.appointment_id };
  };
  const before = await count();
  const own = await bookAgreed(stage, ana);
  for (let nth = 1; nth < 5; nth += 1)
    await bookAgreed(stage, jun, { day: addDays(nextMonday(site), nth) });
  expect(before).toEqual({ queries: 2, own: undefined, other: undefined });
  expect(await count()).toEqual({ queries: 2, own: own.split('/').at(-1), other: null });
});

test('an owner marks half days as away, which then cannot be booked, except booked ones', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner, post } = stage;
  const ana = await withPhone(site);
  const day = nextMonday(site);
  const path = await book(stage, ana);
  requireOk(await setAway(stage, [{ day, half: 'morning' }]));
  expect(await mondayOfMachine(stage, ana)).toEqual(['away', 'free']);
  const isAway = expect.stringMatching(/^What you asked for is not free any more/);
  expect(await titlesOf(ana)).toEqual([isAway]);
  expect(codeOf(await agreeTo(owner, path))).toEqual([409, 'half_day_taken']);
  const jun = await withPhone(site);
  expect(codeOf(await jun.post(APPOINTMENTS, bookingIn(stage)))).toEqual([
    409,
    { day: 'half_day_away' },
  ]);
  // Marking it again notifies no one.
  requireOk(await setAway(stage, [{ day, half: 'morning' }]));
  requireOk(await setAway(stage, [{ day, half: 'afternoon' }]));
  expect(await titlesOf(ana)).toEqual([expect.stringMatching(/^Free again/), isAway]);
  requireOk(await setAway(stage, []));
  expect(await titlesOf(ana)).toHaveLength(2);
  requireOk(await agreeTo(owner, path));
  expect(codeOf(await setAway(stage, [{ day, half: 'morning' }]))).toEqual([
    409,
    'half_day_booked',
  ]);
  const away = { week: day, away: [{ day: addDays(day, 7), half: 'morning' }] };
  expect(codeOf(await owner.change('PUT', `${MACHINES}/${post.post_id}/away`, away))).toEqual([
    400,
    { away: 'week_invalid' },
  ]);
});

test('a day before the listing is ready is not a day marked as away', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner, post } = stage;
  const day = nextMonday(site);
  requireOk(await setAway(stage, [{ day, half: 'afternoon' }]));
  await site.services.db
    .updateTable('listings')
    .set({ ready_on: addDays(day, 1) })
    .where('post_id', '=', post.post_id)
    .execute();
  expect(await mondayOfMachine(stage, owner)).toEqual(['closed', 'away']);
  expect(codeOf(await (await withPhone(site)).post(APPOINTMENTS, bookingIn(stage)))).toEqual([
    409,
    { day: 'half_day_away' },
  ]);
});

test.each([
  [{ amount: 2.5 }, 400, { amount: 'more_than_half_day' }],
  [{ amount: 0 }, 400, { amount: 'work_out_of_range' }],
  [{ town: BALER }, 400, { town: 'out_of_reach' }],
  [{ town: '0000000000' }, 400, { town: 'town_invalid' }],
  [{ day: '2020-01-06' }, 400, { day: 'half_day_over' }],
  [{ day: '2099-01-05' }, 400, { day: 'half_day_too_late' }],
  [{ half: 'night' }, 400, { half: 'half_invalid' }],
])('a booking with %j is rejected', async (wrong, status, codes) => {
  const stage = await openMachineStage(await openSite());
  const ana = await withPhone(stage.site);
  const response = await ana.post(APPOINTMENTS, { ...bookingIn(stage), ...wrong });
  expect(codeOf(response)).toEqual([status, codes]);
});

test('a member can request a half day once, with a phone number, and not of their own machine', async () => {
  const stage = await openMachineStage(await openSite());
  const { site, owner } = stage;
  const ana = await withPhone(site);
  await book(stage, ana);
  const again = await Promise.all(
    Array.from({ length: 4 }, () =>
      ana.post(APPOINTMENTS, bookingIn(stage, { half: 'afternoon' })),
    ),
  );
  expect(again.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(codeOf(await ana.post(APPOINTMENTS, bookingIn(stage)))).toEqual([409, 'booking_exists']);
  expect(codeOf(await owner.post(APPOINTMENTS, bookingIn(stage)))).toEqual([403, 'own_machine']);
  const without = await site.signedIn(await site.member({ contact_phone: '' }));
  expect(codeOf(await without.post(APPOINTMENTS, bookingIn(stage)))).toEqual([
    409,
    'contact_required',
  ]);
  // Only half days of it can be requested.
  expect(codeOf(await ask(stage, ana))).toEqual([409, 'by_half_days']);
});

test('today’s morning ends at noon', async () => {
  const stage = await openMachineStage(await openSite());
  const { site } = stage;
  const ana = await withPhone(site);
  const hours = new Date(site.services.now() + 8 * 3_600_000).getUTCHours();
  site.advanceClock((((13 - hours + 24) % 24) + 24) * 3_600_000);
  const day = dayAfter(site, 0);
  expect(codeOf(await ana.post(APPOINTMENTS, bookingIn(stage, { day })))).toEqual([
    400,
    { day: 'half_day_over' },
  ]);
  expect((await ana.post(APPOINTMENTS, bookingIn(stage, { day, half: 'afternoon' }))).status).toBe(
    201,
  );
});

test('a listing without a machine has no half days', async () => {
  const site = await openSite();
  const straw = await openPickupStage(site);
  const ana = await withPhone(site);
  expect(codeOf(await ana.post(APPOINTMENTS, bookingIn(straw)))).toEqual([
    404,
    'machine_not_found',
  ]);
});
