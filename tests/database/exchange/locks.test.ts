// Concurrent starts and ends on the exchange, and which transaction waits for which.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';

import {
  releaseStops,
  setTripEnded,
  takeRoom,
} from '#lib/server/exchange/appointments/trucks/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { lockRows } from '#lib/server/platform/db/transact.ts';
import { agreeTo, callOff } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import {
  book,
  bookAgreed,
  bookingIn,
  codeOf,
  MACHINE,
  MACHINES,
  nextMonday,
  openMachineStage,
  setAway,
} from '#tests/support/nouns/machines.ts';
import { titlesOf } from '#tests/support/nouns/notification-requests.ts';
import { APPOINTMENTS, ask, pathOf, withPhone } from '#tests/support/nouns/pickups.ts';
import { lookAfter } from '#tests/support/nouns/stewards.ts';
import {
  CABANATUAN,
  goFrom,
  join,
  offer,
  openTripStage,
  setRoom,
} from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

// SQLite runs one transaction at a time.
const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');
const LOCK_MS = 10_000;

/** Starts work while a transaction holds the lock it needs. @returns the result of the work */
async function beginWhileLocked<T>(
  { services: { db } }: Site,
  lock: (tx: Executor) => Promise<void>,
  begin: () => Promise<T>,
  change: (tx: Executor) => Promise<unknown>,
): Promise<T> {
  const begun: Promise<T>[] = [];
  const isWaiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(1);
  };
  await db.transaction().execute(async (tx) => {
    await lock(tx);
    begun.push(begin());
    await vi.waitFor(isWaiting, LOCK_MS);
    await change(tx);
  });
  const [result] = await Promise.all(begun);
  return result as T;
}

onPostgres('who asks for a machine waits for its owner, who removes it', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const ana = await withPhone(site);
  const response = await beginWhileLocked(
    site,
    (tx) => lockRows(tx, 'members', [stage.owner.member.id]),
    () => ana.post(APPOINTMENTS, bookingIn(stage)),
    (tx) => tx.deleteFrom('machines').execute(),
  );
  expect(codeOf(response)).toEqual([404, 'machine_not_found']);
});

for (const rest of ['booked', 'away'])
  onPostgres(`of two halves, one ${rest}, that are freed at once, the second is news`, async () => {
    const site = await openSite();
    const stage = await openMachineStage(site, { unit: 'trip', a_day: 2 });
    const { post_id } = stage.post;
    const [ana, ben, jun] = [await withPhone(site), await withPhone(site), await withPhone(site)];
    await bookAgreed(stage, ana, { amount: 1 });
    const half = { half: 'afternoon', day: nextMonday(site) } as const;
    const path = rest === 'booked' ? await bookAgreed(stage, ben, { amount: 1, ...half }) : null;
    if (path === null) requireOk(await setAway(stage, [half]));
    await book(stage, jun, { amount: 1 });
    const once = { ...MACHINE, unit: 'trip', a_day: 1 };
    requireOk(await stage.owner.change('PUT', `${MACHINES}/${post_id}`, once));
    const response = await beginWhileLocked(
      site,
      (tx) => lockRows(tx, 'machines', [post_id]),
      () => (path ? callOff(ben, path) : setAway(stage, [])),
      (tx) => tx.deleteFrom('half_days').where('half', '=', 'morning').execute(),
    );
    requireOk(response);
    expect(await titlesOf(jun)).toEqual([expect.stringMatching(/^Free again/)]);
  });

onPostgres('who agrees to a load waits for its truck, which is called off', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const trip = await offer(await goFrom(stage));
  const browser = await withPhone(site);
  const day = dayAfter(site, 3);
  const path = pathOf(await ask(stage, browser, { amount: 1, town: CABANATUAN, day }));
  requireOk(await join({ browser, path, id: path.split('/').at(-1) ?? '' }, trip));
  const response = await beginWhileLocked(
    site,
    (tx) => lockRows(tx, 'trips', [trip.trip_id]),
    () => agreeTo(stage.owner, path, { place: 'Behind the chapel' }),
    async (tx) => {
      await setTripEnded(tx, trip.trip_id, site.services.now());
      await releaseStops(tx, trip.trip_id);
    },
  );
  expect(requireOk(response).body['data']).toMatchObject({ day, takes_place_on: day });
});

onPostgres(
  'what is free on a truck is compared with what it is once nobody else changes it',
  async () => {
    const site = await openSite();
    const driver = await goFrom(await openTripStage(site));
    const trip = await offer(driver);
    const mark = await withPhone(site);
    await lookAfter(site, mark, driver.browser);
    const heard = await titlesOf(driver.browser);
    const response = await beginWhileLocked(
      site,
      (tx) => lockRows(tx, 'trips', [trip.trip_id]),
      () => setRoom({ ...driver, browser: mark }, 4),
      (tx) => takeRoom(tx, trip.trip_id, 6),
    );
    expect(requireOk(response).body['data'].amount_left).toBe(4);
    expect(await titlesOf(driver.browser)).toEqual(heard);
  },
);

onPostgres('a block locks all loads before the truck, as they leave it', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, first] = [await goFrom(stage), await goFrom(stage)];
  const trip = await offer(driver);
  requireOk(await join(first, trip));
  // Of another listing.
  const second = await goFrom(await openTripStage(site), {}, first.browser);
  requireOk(await join(second, trip));
  await beginWhileLocked(
    site,
    (tx) => lockRows(tx, 'appointments', [second.id]),
    () => block(driver.browser, first.browser),
    (tx) => sql`select id from trips where id = ${trip.trip_id} for update nowait`.execute(tx),
  );
  expect(await site.services.db.selectFrom('trip_stops').selectAll().execute()).toEqual([]);
});
