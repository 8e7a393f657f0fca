// Pickups in the same direction share a truck: space is given out once, and is free again when a load leaves.
import { expect, test } from 'vitest';

import type { Appointment } from '#lib/contract/exchange/appointments.ts';
import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { BALER, GUIMBA } from '#tests/support/nouns/alerts.ts';
import { callOff, decline, leaveTruck, lookForTruck } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
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
  sharingOf,
  truckActsOf,
  truckOf,
} from '#tests/support/nouns/trips.ts';
import { type Browser, requireOk } from '#tests/support/site/http-browser.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const LICAB = '0304914000';
const TALAVERA = '0304930000';
const MEMBERS = 64;

const REASON = { reason: 'The road is flooded.' };

const codesOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'] ?? null,
];

/** What a member on no truck sees of one. */
const codeOfTruck = async ({ browser, path }: Pick<Going, 'browser' | 'path'>) =>
  codesOf(await browser.get(`${path}/truck`));

const titlesOf = async ({ browser }: Going): Promise<unknown[]> =>
  (await getAllNotifications(browser)).map(({ title }) => title);

/** The trucks in a member's list of appointments. */
const trucksOf = async (browser: Browser): Promise<Appointment['truck'][]> =>
  requireOk(await browser.get(APPOINTMENTS)).body['data'].appointments.map(
    ({ truck }: Appointment) => truck,
  );

test('64 concurrent joins take exactly the free space', { timeout: 90_000 }, async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  const trip = await offer(driver, { amount: 10 });
  const all: Going[] = [];
  for (let nth = 0; nth < MEMBERS; nth += 1) all.push(await goFrom(stage));
  const responses = await Promise.all(
    all.map((each) => repeatWhileUnavailable(() => join(each, trip))),
  );
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(54).fill(409)]);
  const after = await truckOf(driver);
  expect([after.amount_left, after.stops.length]).toEqual([0, 10]);
  // All leave concurrently while the trip is called off: no space is freed twice.
  await Promise.all([
    ...all.map(({ browser, path }) => repeatWhileUnavailable(() => leaveTruck(browser, path))),
    repeatWhileUnavailable(() => endTruck(driver)),
  ]);
  const [row] = await site.services.db.selectFrom('trips').selectAll().execute();
  expect(row?.amount_left).toBeLessThanOrEqual(10);
  const stops = site.services.db.selectFrom('trip_stops').where('trip_id', 'is not', null);
  expect(await stops.selectAll().execute()).toEqual([]);
  expect(await codeOfTruck(driver)).toEqual([404, 'trip_not_found']);
});

test('members see trucks in their direction within a day and 15 km, by towns only', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const near = await openPickupStage(site, { town: LICAB, amount: 100, unit: 'bale' });
  const driver = await goFrom(stage);
  const silent = await goFrom(stage);
  const trip = await offer(driver);
  const nearby = await goFrom(near, { town: TALAVERA, day: dayAfter(site, 3) });
  const { trips, way } = await sharingOf(nearby);
  expect(way).toEqual({ from_town: LICAB, to_town: TALAVERA });
  expect(trips).toEqual([
    {
      trip_id: trip.trip_id,
      day: dayAfter(site, 2),
      from_town: GUIMBA,
      to_town: CABANATUAN,
      unit: 'sack',
      amount_left: 10,
      stops: 0,
    },
  ]);
  const { contact_phone, last_name, id } = driver.browser.member;
  const seen = JSON.stringify(await sharingOf(nearby));
  for (const trace of [contact_phone ?? '', last_name, id, 'Elf truck'])
    expect(seen).not.toContain(trace);
  expect((await sharingOf(driver)).looking).toEqual([]);
  expect((await sharingOf(silent)).trips).toHaveLength(1);
  const elsewhere = [
    await goFrom(stage, { town: BALER }),
    await goFrom(stage, { day: dayAfter(site, 4) }),
    // In the other direction.
    await goFrom(await openPickupStage(site, { town: CABANATUAN, amount: 9, unit: 'bale' }), {
      town: LICAB,
    }),
  ];
  for (const other of elsewhere) {
    expect((await sharingOf(other)).trips).toEqual([]);
    expect(codesOf(await join(other, trip))).toEqual([409, 'trip_not_near']);
  }
});

test('the truck for a need goes from the giver to the listing’s owner', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, { kind: 'need', town: CABANATUAN });
  const going = await goFrom(stage, { town: LICAB, amount: null });
  expect((await sharingOf(going)).way).toEqual({ from_town: LICAB, to_town: CABANATUAN });
  const driver = await goFrom(await openTripStage(site));
  const trip = await offer(driver);
  expect((await join(going, trip)).status).toBe(200);
});

test('searching members are counted by town, notified of a truck, and no longer counted once on it', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  for (const { browser, path } of [a, b]) requireOk(await lookForTruck(browser, path));
  const { looking } = await sharingOf(driver);
  expect(looking).toEqual([{ from_town: GUIMBA, to_town: CABANATUAN, count: 2 }]);
  const trip = await offer(driver);
  expect(await titlesOf(a)).toContain('A truck with room goes your way');
  expect((await join(a, trip, 4)).status).toBe(200);
  expect(await titlesOf(driver)).toContain(
    `${a.browser.member.first_name} ${a.browser.member.last_name} joined your truck`,
  );
  const third = await goFrom(stage);
  expect((await sharingOf(third)).looking).toMatchObject([{ count: 1 }]);
  requireOk(await leaveTruck(b.browser, b.path));
  expect(await sharingOf(third)).toMatchObject({ looking: [], trips: [{ stops: 1 }] });
});

test('only the driver’s number is shown, and only to riders', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b, other] = [
    await goFrom(stage),
    await goFrom(stage),
    await goFrom(stage),
    await goFrom(stage),
  ];
  const trip = await offer(driver);
  for (const going of [a, b]) requireOk(await join(going, trip, 2));
  const seen = await truckOf(a);
  expect(seen).toMatchObject({
    is_driver: false,
    phone: driver.browser.member.contact_phone,
    driver: { account_id: driver.browser.member.id },
    vehicle: 'Elf truck',
    amount_left: 6,
    stops: [
      { is_own: true, account: null },
      { is_own: false, account: null },
    ],
  });
  for (const [going, is_driver] of [
    [driver, true],
    [a, false],
  ] as const)
    expect(await trucksOf(going.browser)).toEqual([
      {
        trip_id: trip.trip_id,
        unit: 'sack',
        amount_left: 6,
        is_driver,
        phone: is_driver ? null : driver.browser.member.contact_phone,
      },
    ]);
  expect((await sharingOf(b)).trip).toMatchObject({ is_driver: false, stops: 2 });
  expect(await trucksOf(other.browser)).toEqual([null]);
  const whole = await truckOf(driver);
  expect(whole.phone).toBeNull();
  expect(whole.stops.map(({ account }) => account?.account_id)).toEqual([
    a.browser.member.id,
    b.browser.member.id,
  ]);
  for (const { contact_phone } of [a.browser.member, b.browser.member])
    expect(JSON.stringify([whole, seen, await truckOf(b)])).not.toContain(contact_phone);
  const phones = async () => [(await truckOf(a)).phone, (await trucksOf(a.browser))[0]?.phone];
  site.advanceClock(16 * DAY);
  expect(await phones()).toEqual(Array(2).fill(driver.browser.member.contact_phone));
  site.advanceClock(DAY);
  expect(await phones()).toEqual([null, null]);
});

test('leaving frees the space; a canceled trip notifies each rider, who keeps the pickup', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver);
  requireOk(await join(a, trip, 7));
  expect(codesOf(await join(b, trip, 4))).toEqual([409, 'trip_full']);
  requireOk(await leaveTruck(a.browser, a.path));
  expect(await titlesOf(driver)).toContain('A load left your truck: there’s room again');
  requireOk(await join(b, trip, 10));
  expect((await join(b, trip, 10)).status).toBe(200);
  expect(codesOf(await join(b, trip, 1))).toEqual([409, 'trip_exists']);
  expect((await truckOf(driver)).amount_left).toBe(0);
  const off = requireOk(await endTruck(driver));
  expect(off.body['data']).toMatchObject({ trip: null, is_looking: false, is_open: true });
  expect(await codeOfTruck(driver)).toEqual([404, 'trip_not_found']);
  expect(await truckActsOf(driver)).toEqual(['offer_room', 'look', 'join']);
  const [row] = await site.services.db.selectFrom('trips').selectAll().execute();
  expect(row).toMatchObject({ amount: 10, ended_at: expect.any(Number) });
  expect(await titlesOf(b)).toContain('The truck that you joined won’t take your load');
  expect(await sharingOf(b)).toMatchObject({ trip: null, is_looking: true });
  expect((await b.browser.get(b.path)).body['data'].status).toBe('agreed');
  expect((await driver.browser.get(driver.path)).body['data'].status).toBe('agreed');
  expect(codesOf(await join(b, trip))).toEqual([409, 'trip_ended']);
  expect((await endTruck(driver)).status).toBe(200);
  await offer(driver);
});

test('the owner is notified of a rider’s new day, and when the truck is canceled', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  const trip = await offer(driver);
  const same = await goFrom(stage);
  const later = await goFrom(stage, { day: dayAfter(site, 3) });
  const heard = async () =>
    (await getAllNotifications(stage.owner)).flatMap(({ title }) =>
      /comes on/.test(String(title)) ? [String(title).replace(/^.* comes on \d+ \w+/, '')] : [],
    );
  for (const each of [same, later]) requireOk(await join(each, trip));
  expect(await heard()).toEqual([', with a shared truck']);
  requireOk(await leaveTruck(later.browser, later.path));
  expect(await heard()).toEqual([' again, as agreed']);
  requireOk(await join(later, trip));
  expect(await heard()).toEqual([', with a shared truck']);
  requireOk(await endTruck(driver));
  expect(await heard()).toEqual([' again, as agreed']);
});

test('a canceled pickup leaves its truck, and the driver’s ends the trip', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  const requester = await withPhone(site);
  const given = { amount: 1, town: CABANATUAN, day: dayAfter(site, 2) };
  const path = pathOf(await ask(stage, requester, given));
  const waiting: Going = { browser: requester, path, id: path.split('/').at(-1) ?? '' };
  const trip = await offer(driver);
  for (const going of [a, b, waiting]) requireOk(await join(going, trip, 3));
  requireOk(await callOff(a.browser, a.path, REASON));
  expect((await truckOf(driver)).amount_left).toBe(4);
  requireOk(await decline(stage.owner, path));
  expect(await truckOf(driver)).toMatchObject({ amount_left: 7, stops: [{ amount: 3 }] });
  requireOk(await callOff(driver.browser, driver.path, REASON));
  expect(await sharingOf(b)).toMatchObject({ trip: null, is_looking: true });
  expect(await titlesOf(b)).toContain('The truck that you joined won’t take your load');
});

test('a block separates two members on a truck, and hides the truck', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b, c] = [
    await goFrom(stage),
    await goFrom(stage),
    await goFrom(stage),
    await goFrom(stage),
  ];
  const trip = await offer(driver);
  for (const going of [a, b]) requireOk(await join(going, trip, 2));
  requireOk(await block(a.browser, driver.browser));
  requireOk(await block(driver.browser, b.browser));
  requireOk(await block(driver.browser, c.browser));
  expect(await truckOf(driver)).toMatchObject({ amount_left: 10, stops: [] });
  expect(await titlesOf(b)).toContain('The truck that you joined won’t take your load');
  for (const going of [a, b, c]) {
    expect(await sharingOf(going)).toMatchObject({ trip: null, trips: [] });
    expect(codesOf(await join(going, trip))).toEqual([404, 'trip_not_found']);
    expect(await codeOfTruck(going)).toEqual([404, 'trip_not_found']);
    expect(await trucksOf(going.browser)).toEqual([null]);
  }
});

test('a driver who deletes the account ends the trip, and a rider who does frees space', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, a, b] = [await goFrom(stage), await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver);
  for (const going of [a, b]) requireOk(await join(going, trip, 2));
  await disableMember(site.services, a.browser.member.id, { actorId: null, reason: null });
  expect(await truckOf(driver)).toMatchObject({ amount_left: 8, stops: [{ amount: 2 }] });
  const password = { [CONFIRM_FIELD]: PASSWORD };
  requireOk(await driver.browser.post('/api/web/account/deletion', password));
  expect(await sharingOf(b)).toMatchObject({ trip: null, is_looking: true });
  expect(await titlesOf(b)).toContain('The truck that you joined won’t take your load');
});
