// A steward's acts for a person about trucks and machines.
import { expect, test } from 'vitest';

import { agreeTo, callOff, leaveTruck, lookForTruck } from '#tests/support/nouns/appointments.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import {
  book,
  bookingIn,
  codeOf,
  found,
  MACHINES,
  nextMonday,
  openMachineStage,
} from '#tests/support/nouns/machines.ts';
import { decide } from '#tests/support/nouns/moderation.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { APPOINTMENTS, withPhone } from '#tests/support/nouns/pickups.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { lookAfter, openStewardship } from '#tests/support/nouns/stewards.ts';
import {
  endTruck,
  goFrom,
  join,
  offer,
  openTripStage,
  setRoom,
  sharingOf,
  truckOf,
} from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

const titlesOf = async (browser: MemberBrowser): Promise<string[]> =>
  (await getAllNotifications(browser)).map(
    ({ title, content }) => `${String(title)} | ${String(content)}`,
  );

test('a steward shares a truck for a person’s pickup, and the person hears only about their own', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, lito] = [await goFrom(stage), await goFrom(stage)];
  const [mark, ana] = [await withPhone(site), await withPhone(site)];
  await lookAfter(site, mark, lito.browser);
  await lookAfter(site, ana, driver.browser);
  const trip = await offer({ ...driver, browser: ana });
  expect((await titlesOf(driver.browser))[0]).toMatch(/offers room on your truck \| For you: /);
  expect((await titlesOf(ana)).join()).not.toContain('offers room');
  const markFor = { ...lito, browser: mark };
  expect((await sharingOf(markFor)).trips).toHaveLength(1);
  requireOk(await join(markFor, trip, 4));
  expect(await truckOf(lito)).toMatchObject({ amount_left: 6, appointment_id: lito.id });
  expect(await truckOf(markFor)).toMatchObject({
    appointment_id: lito.id,
    phone: driver.browser.member.contact_phone,
  });
  expect((await titlesOf(ana))[0]).toMatch(/^.* joined your truck \| For Maria Santos: /);
  const heard = await titlesOf(lito.browser);
  expect(heard[0]).toMatch(/found room on a truck for your load \| For you: /);
  const heardByDriver = await titlesOf(driver.browser);
  requireOk(await callOff(ana, driver.path, { reason: 'The engine' }));
  expect(await titlesOf(lito.browser)).toHaveLength(heard.length + 1);
  // The driver's pickups are not affected by Lito's load.
  expect(await titlesOf(driver.browser)).toHaveLength(heardByDriver.length + 1);
  expect((await titlesOf(driver.browser))[0]).toContain('For you');
  const rows = await site.services.db
    .selectFrom('member_notifications')
    .where('message', '=', 'pickup_tripOff')
    .select('message')
    .execute();
  expect(rows).toHaveLength(2);
});

test('a person hears once of each act of their steward, and never of their own acts', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, lito] = [await goFrom(stage), await goFrom(stage)];
  const mark = await withPhone(site);
  for (const { browser } of [driver, lito]) await lookAfter(site, mark, browser);
  const name = `${mark.member.first_name} ${mark.member.last_name}`;
  const trip = await offer(driver);
  const marks = { ...driver, browser: mark };
  const lastOf = async ({ browser }: typeof driver) => (await titlesOf(browser))[0];
  requireOk(await join(lito, trip));
  requireOk(await setRoom(driver, 5));
  const heard = await titlesOf(driver.browser);
  expect(heard.join()).not.toContain('changed what');
  // Pressed twice.
  for (const amount of [7, 7]) requireOk(await setRoom(marks, amount));
  expect(await titlesOf(driver.browser)).toHaveLength(heard.length + 1);
  expect(await lastOf(driver)).toContain(`${name} changed what’s free on your truck | For you: `);
  for (let nth = 0; nth < 2; nth += 1) requireOk(await leaveTruck(mark, lito.path));
  expect(await lastOf(lito)).toContain(`${name} took your load off a truck | For you: `);
  for (let nth = 0; nth < 2; nth += 1) requireOk(await endTruck(marks));
  expect(await lastOf(driver)).toContain(
    `${name} called off the shared trip of your truck | For you: `,
  );
  expect((await titlesOf(mark)).join()).not.toMatch(/changed what|took your load|called off/);
  const counts = await site.services.db
    .selectFrom('member_notifications')
    .where('message', 'in', ['pickup_tripChanged', 'pickup_tripUnjoined', 'pickup_tripClosed'])
    .select('message')
    .execute();
  expect(counts).toHaveLength(3);
});

test.each(['the driver', 'the steward'])(
  'when %s blocks the other, neither finds the other’s truck or load',
  async (who) => {
    const site = await openSite();
    const stage = await openTripStage(site);
    const [driver, lito] = [await goFrom(stage), await goFrom(stage)];
    const mark = await withPhone(site);
    await lookAfter(site, mark, lito.browser);
    const markFor = { ...lito, browser: mark };
    requireOk(await lookForTruck(driver.browser, driver.path));
    expect((await sharingOf(markFor)).looking).toHaveLength(1);
    const pair = [driver.browser, mark] as const;
    await (who === 'the driver' ? block(...pair) : block(mark, driver.browser));
    expect((await sharingOf(markFor)).looking).toEqual([]);
    const heard = await titlesOf(driver.browser);
    await offer(markFor);
    expect(await titlesOf(driver.browser)).toEqual(heard);
    requireOk(await endTruck(markFor));
    await offer(driver);
    expect((await sharingOf(markFor)).trips).toEqual([]);
    // The person's own changes fall between the two.
    expect((await sharingOf(lito)).trips).toHaveLength(1);
  },
);

test('a person blocked by the driver cannot join the truck', async () => {
  const site = await openSite();
  const stage = await openTripStage(site);
  const [driver, lito] = [await goFrom(stage), await goFrom(stage)];
  const mark = await withPhone(site);
  await lookAfter(site, mark, lito.browser);
  const trip = await offer(driver);
  requireOk(await block(driver.browser, mark));
  expect((await join({ ...lito, browser: mark }, trip)).status).toBe(404);
  requireOk(await join(lito, trip));
  const markFor = { ...lito, browser: mark };
  expect((await mark.get(`${lito.path}/truck`)).status).toBe(404);
  expect((await sharingOf(markFor)).trip).toBeNull();
  const seen = JSON.stringify((await mark.get(lito.path)).body);
  const { contact_phone, id } = driver.browser.member;
  for (const trace of [contact_phone, id, trip.trip_id]) expect(seen).not.toContain(trace);
  // The person sees it, and their steward removes the load.
  expect((await truckOf(lito)).phone).toBe(contact_phone);
  requireOk(await leaveTruck(mark, lito.path));
  expect((await truckOf(driver)).stops).toEqual([]);
});

test.each(['the steward', 'the driver'])(
  'a load’s owner is hidden from %s when they are blocked',
  async (who) => {
    const site = await openSite();
    const stage = await openTripStage(site);
    const [driver, lito] = [await goFrom(stage), await goFrom(stage)];
    const mark = await withPhone(site);
    await lookAfter(site, mark, driver.browser);
    const trip = await offer(driver);
    requireOk(await join(lito, trip));
    // A block before the day would take the load off.
    if (who === 'the driver') site.advanceClock(3 * DAY);
    const blocked = who === 'the driver' ? driver.browser : mark;
    requireOk(await block(lito.browser, blocked));
    const { stops } = await truckOf({ ...driver, browser: mark });
    expect(stops).toMatchObject([{ amount: 1, account: null, appointment_id: null }]);
    const [stop] = (await truckOf(driver)).stops;
    const known = lito.browser.member.id;
    expect(stop?.account?.account_id).toBe(who === 'the driver' ? undefined : known);
  },
);

test('a steward books a half day for a person, and both are notified', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const { mark, lito } = await openStewardship(site);
  const ana = await withPhone(site);
  await lookAfter(site, ana, stage.owner);
  const path = await book(stage, mark, { for_account: lito.member.id });
  expect((await lito.get(path)).body['data']).toMatchObject({ is_owner: false });
  expect(await titlesOf(lito)).toEqual([
    expect.stringMatching(/^Mark Reyes asked for you \| For you: /),
  ]);
  expect((await titlesOf(ana))[0]).toContain('For Maria Santos: ');
  requireOk(await agreeTo(ana, path));
  const { phone, status } = (await mark.get(path)).body['data'];
  expect({ phone, status }).toEqual({ phone: stage.owner.member.contact_phone, status: 'agreed' });
  expect((await titlesOf(mark))[0]).toContain('For Lito Bautista: ');
  const own = bookingIn(stage, { half: 'afternoon', for_account: stage.owner.member.id });
  expect(codeOf(await ana.post(APPOINTMENTS, own))).toEqual([403, 'own_machine']);
  const both = bookingIn(stage, { half: 'afternoon' });
  expect(codeOf(await ana.post(APPOINTMENTS, both))).toEqual([409, 'one_hand']);
  const heard = await titlesOf(lito);
  requireOk(await callOff(mark, path));
  expect(await titlesOf(lito)).toHaveLength(heard.length + 1);
  expect((await ana.change('DELETE', `${MACHINES}/${stage.post.post_id}`)).status).toBe(200);
});

test('a member who blocks a steward finds no machine that the steward posted', async () => {
  const site = await openSite();
  const { owner, post: service } = await openMachineStage(site);
  const [mark, ana] = [await withPhone(site), await withPhone(site)];
  await lookAfter(site, mark, owner);
  await site.services.db
    .updateTable('listings')
    .set({ posted_by: mark.member.id })
    .where('post_id', '=', service.post_id)
    .execute();
  expect(await found(ana, 'machine=baler')).toHaveLength(1);
  requireOk(await block(ana, mark));
  expect(await found(ana, 'machine=baler')).toEqual([]);
  expect((await ana.get(`${MACHINES}/${service.post_id}`)).status).toBe(404);
});

test('a suspended steward cannot save a person’s number', async () => {
  const site = await openSite();
  const stage = await openMachineStage(site);
  const mark = await withPhone(site);
  const lito = await site.signedIn(await site.member({ contact_phone: '' }));
  await lookAfter(site, mark, lito);
  const staff = await signedInStaff(site);
  requireOk(await decide(staff, 'member', mark.member.id, { action: 'suspend', days: 7 }));
  const form = {
    action: 'book',
    day: `${nextMonday(site)}.morning`,
    town: '0304911000',
    amount: '1',
  };
  const person = { for_account: lito.member.id, phone_number: '09178888888' };
  await sendForm(mark, `/machines/${stage.post.post_id}`, { ...form, ...person });
  const { contact_phone } = await site.services.db
    .selectFrom('members')
    .where('id', '=', lito.member.id)
    .select('contact_phone')
    .executeTakeFirstOrThrow();
  expect(contact_phone).toBe('');
});
