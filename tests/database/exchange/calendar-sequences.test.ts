// One appointment has one UID in every calendar file, and a SEQUENCE that only grows.
import { expect, test } from 'vitest';

import { statePlace } from '#tests/support/nouns/appointments.ts';
import { calendarToken } from '#tests/support/nouns/calendars.ts';
import { deliveredEmails, eventOf } from '#tests/support/nouns/emails.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { bookAgreed, openMachineStage } from '#tests/support/nouns/machines.ts';
import {
  APPOINTMENTS,
  agreeWith,
  openPickupStage,
  withPhone,
} from '#tests/support/nouns/pickups.ts';
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

/** The SEQUENCE of each UID in a calendar file. */
const sequencesIn = (calendar: string): Record<string, number> =>
  Object.fromEntries(
    [...calendar.matchAll(/UID:(\S+)\r\nSEQUENCE:(\d+)/g)].map(([, id = '', at]) => [
      id,
      Number(at),
    ]),
  );

/** Returns a function that reads a member's calendar like a calendar app. */
async function subscribe(site: Site, member: MemberBrowser) {
  await sendForm(member, '/profile/exchange', { action: 'make_calendar' });
  const path = `/api/web/calendars/${await calendarToken(site, member.member.id)}`;
  return async () => sequencesIn(String((await site.guest().get(path)).body['text']));
}

const idOf = (path: string): string => path.split('/').at(-1) ?? '';

test('email, page and subscription have the same SEQUENCE after changes of place, day and state', async () => {
  const site = await openSite();
  site.advanceTo(12);
  const stage = await openTripStage(site);
  const driver = await goFrom(stage, { day: dayAfter(site, 3) });
  const guest = await goFrom(stage);
  const feed = await subscribe(site, guest.browser);
  const own = async () => {
    const { sequence } = requireOk(await guest.browser.get(guest.path)).body['data'];
    expect((await feed())[guest.id] ?? sequence).toBe(sequence);
    return Number(sequence);
  };
  const seen = [await own()];
  const note = async () => void seen.push(await own());
  requireOk(await stage.owner.post(`${guest.path}/place`, { place: 'Behind the mill' }));
  await note();
  requireOk(await guest.browser.post(`${guest.path}/messages`, { content: 'At six.' }));
  expect(await own()).toBe(seen.at(-1));
  const trip = await offer(driver);
  requireOk(await join(guest, trip));
  await note();
  requireOk(await guest.browser.post(`${guest.path}/call-off`, { reason: 'Rain' }));
  await note();
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
  const emails = (await deliveredEmails(site)).filter((each) =>
    each.includes(`<${stage.owner.member.email}>`),
  );
  expect(sequencesIn(eventOf(emails.at(-1)))).toEqual({ [guest.id]: seen.at(-1) });
});

test('two changes within a moment count as two', async () => {
  const site = await openSite();
  site.advanceTo(12);
  const stage = await openPickupStage(site);
  const jun = await withPhone(site);
  const path = await agreeWith(stage, jun);
  const agreed = requireOk(await jun.get(path)).body['data'].sequence;
  requireOk(await jun.post(`${path}/call-off`, { reason: 'Rain' }));
  expect(requireOk(await jun.get(path)).body['data'].sequence).toBeGreaterThan(agreed);
});

test('the SEQUENCE also grows for a booking, and for a truck that is called off', async () => {
  const site = await openSite();
  site.advanceTo(12);
  const stage = await openMachineStage(site);
  const jun = await withPhone(site);
  const path = await bookAgreed(stage, jun);
  const feed = await subscribe(site, jun);
  const { sequence } = requireOk(await jun.get(path)).body['data'];
  expect(await feed()).toEqual({ [idOf(path)]: sequence });
  expect(path.startsWith(APPOINTMENTS)).toBe(true);
  requireOk(await jun.post(`${path}/call-off`, { reason: 'Rain' }));
  expect(requireOk(await jun.get(path)).body['data'].sequence).toBeGreaterThan(sequence);

  const trucks = await openTripStage(site);
  const { owner } = trucks;
  const going = await goFrom(trucks);
  const trip = await offer(going);
  const readTrucks = await subscribe(site, going.browser);
  expect((await readTrucks())[trip.trip_id]).toBe(trip.sequence);
  requireOk(await statePlace(owner, going.path, { place: 'Behind the mill' }));
  const changed = (await truckOf(going)).sequence;
  expect(changed).toBeGreaterThan(trip.sequence);
  expect((await readTrucks())[trip.trip_id]).toBe(changed);
  requireOk(await endTruck(going));
  expect(Object.keys(await readTrucks())).toEqual([going.id]);
  // Another truck has its own UID.
  const { trip_id } = await offer(going);
  expect(Object.keys(await readTrucks()).toSorted()).toEqual([going.id, trip_id].toSorted());
});
