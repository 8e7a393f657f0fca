// Members and listings of a single journey, and calls that prepare it.
import { randomInt, randomUUID } from 'node:crypto';

import { inject } from 'vitest';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { SAME_ROUTE_DAYS } from '#lib/contract/exchange/trips.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import type { ListingTable } from '#lib/server/platform/db/schema.ts';
import { regionDay } from '#lib/site.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';

import { newSession, onDatabase } from './journeys.ts';
import type { Language } from './words.ts';

/** The address of calls about appointments. */
export const CALL = '/api/web/appointments';
const CABANATUAN = '0304903000';

export interface Person {
  id: string;
  /** the first part of their email */
  who: string;
  name: string;
  phone: string;
}

/** @returns a new member, with a phone number */
export async function addPerson(first_name: string, language: Language = 'en'): Promise<Person> {
  const [who, last_name] = [randomUUID(), 'Bautista'];
  const phone = `09${randomInt(1e8, 1e9)}`;
  const about = { first_name, last_name, language, contact_phone: phone, password_hash: 'none' };
  const { id } = await onDatabase((db) =>
    addMember(db, { ...about, email: `${who}@glean.example` }),
  );
  return { id, who, name: `${first_name} ${last_name}`, phone };
}

/** Lists rice straw in Guimba. @returns the id of its post */
export const list = (
  { id: author_id }: Person,
  title: string,
  given: Partial<ListingTable> = {},
): Promise<string> =>
  onDatabase(async (db) => {
    const { id } = await addPost(db, { author_id, title });
    await addListing(db, { post_id: id, ...given });
    return id;
  });

/** Makes one member the steward of another, with consent on paper. */
export const lookAfter = (steward: Person, person: Person): Promise<unknown> =>
  onDatabase((db) => {
    const pair = { steward_id: steward.id, person_id: person.id };
    const given = { consent: 'paper', consent_note: '', begun_by: null } as const;
    return db
      .insertInto('stewardships')
      .values({ ...pair, ...given, begun_at: Date.now() })
      .execute();
  });

/** @returns the day in a number of days */
export const dayIn = (days: number): string => addDays(regionDay(Date.now()), days);

/** Sends a call about appointments as a member. @returns its data */
async function send({ who }: Person, path: string, body: object = {}) {
  const client = new ServerClient(inject('site'), await newSession(who, ''));
  const response = await client.post(CALL + path, body);
  const sent = (await response.json()) as { data: Record<string, string> };
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(sent)}`);
  return sent.data;
}

/** Requests a listing as a member. @param given changes to a request for 4 of it tomorrow @returns the id */
export async function request(person: Person, post_id: string, given: object = {}) {
  const wanted = { subject: 'amount', post_id, amount: 4, day: dayIn(1), ...given };
  const { appointment_id = '' } = await send(person, '', wanted);
  return appointment_id;
}

/** Agrees on a pickup of straw from Guimba to Cabanatuan. @returns the id */
async function goFrom(owner: Person, person: Person, title: string): Promise<string> {
  const way = { town: CABANATUAN, day: dayIn(truckIn), vehicle: 'Elf truck' };
  const id = await request(person, await list(owner, title, { until: way.day }), way);
  await send(owner, `/${id}/agree`, { place: null });
  return id;
}

// Each truck has days of its own, so that no journey joins the truck of another.
let truckIn = 9;

/** Adds a driver with room on their truck, and a member who collects on the same way. */
export async function openTruck(title: string, language: Language) {
  truckIn += SAME_ROUTE_DAYS + 1;
  const owner = await addPerson('Rosa', language);
  const [driver, member] = [await addPerson('Edgar', language), await addPerson('Nena', language)];
  const driven = await goFrom(owner, driver, title);
  const load = await goFrom(owner, member, title);
  await offerRoom(driver, driven);
  return { driver, driven, member, load, loadPath: pickupPath(load) };
}

/** @returns the id of the truck */
async function offerRoom(driver: Person, id: string): Promise<string> {
  const { trip_id = '' } = await send(driver, `/${id}/offer-room`, { amount: 5, unit: 'sack' });
  return trip_id;
}
