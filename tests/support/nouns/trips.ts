// Trucks that several pickups share, as the site's pages and programs send them.
import type { Sharing, Trip } from '#lib/contract/exchange/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { GUIMBA } from './alerts.ts';
import { actsOf } from './appointments.ts';
import { dayAfter } from './listings.ts';
import { agreeWith, openPickupStage, type PickupStage, withPhone } from './pickups.ts';

export const CABANATUAN = '0304903000';

/** Who offers straw in Guimba, enough for everyone. */
export const openTripStage = (site: Site): Promise<PickupStage> =>
  openPickupStage(site, { town: GUIMBA, amount: 1000, unit: 'bale' });

/** A member with an agreed pickup. */
export interface Going {
  browser: MemberBrowser;
  /** of the pickup's call */
  path: string;
  id: string;
}

/** Lets a member, by default a new one, agree to fetch from Guimba to Cabanatuan in two days. @param given what differs */
export async function goFrom(
  stage: PickupStage,
  given: object = {},
  member?: MemberBrowser,
): Promise<Going> {
  const browser = member ?? (await withPhone(stage.site));
  const way = { town: CABANATUAN, day: dayAfter(stage.site, 2), vehicle: 'Elf truck' };
  const path = await agreeWith(stage, browser, { amount: 1, ...way, ...given });
  return { browser, path, id: path.split('/').at(-1) ?? '' };
}

/** Lets one offer room on their truck. @param given what differs from 10 sacks */
export const offer = async ({ browser, path }: Going, given: object = {}): Promise<Trip> =>
  requireOk(await browser.post(`${path}/offer-room`, { amount: 10, unit: 'sack', ...given })).body[
    'data'
  ] as Trip;

/** Lets one join a truck. */
export const join = ({ browser, path }: Going, trip: Pick<Trip, 'trip_id'>, amount = 1) =>
  browser.post(`${path}/join`, { trip_id: trip.trip_id, amount });

/** @returns who goes the same way */
export const sharingOf = async ({ browser, path }: Going): Promise<Sharing> =>
  requireOk(await browser.get(`${path}/sharing`)).body['data'] as Sharing;

/** @returns the truck of one of those on it, as they see it */
export const truckOf = async ({ browser, path }: Pick<Going, 'browser' | 'path'>): Promise<Trip> =>
  requireOk(await browser.get(`${path}/truck`)).body['data'] as Trip;

export const endTruck = ({ browser, path }: Pick<Going, 'browser' | 'path'>) =>
  browser.post(`${path}/end-truck`);

/** Says how much is free on a truck. */
export const setRoom = ({ browser, path }: Pick<Going, 'browser' | 'path'>, amount: number) =>
  browser.post(`${path}/set-room`, { amount });

const TRUCK_ACTS = new Set(['offer_room', 'set_room', 'end_truck', 'look', 'join', 'leave']);

/** What one may do about a truck, of all that they may do with an appointment. */
export const truckActsOf = async ({ browser, path }: Pick<Going, 'browser' | 'path'>) =>
  (await actsOf(browser, path)).filter((act) => TRUCK_ACTS.has(act));
