// Requests about trucks shared by several pickups, like those of pages and programs.
import type { Sharing, Trip } from '#lib/contract/exchange/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import type { MemberBrowser, Site } from '#tests/support/site/site.ts';

import { GUIMBA } from './alerts.ts';
import { actsOf } from './appointments.ts';
import { dayAfter } from './listings.ts';
import { agreeWith, openPickupStage, type PickupStage, withPhone } from './pickups.ts';

export const CABANATUAN = '0304903000';

/** A listing of straw in Guimba, enough for everyone. */
export const openTripStage = (site: Site): Promise<PickupStage> =>
  openPickupStage(site, { town: GUIMBA, amount: 1000, unit: 'bale' });

/** A member with an agreed pickup. */
export interface Going {
  browser: MemberBrowser;
  /** path of the pickup's call */
  path: string;
  id: string;
}

/**
 * Lets a member, by default a new one, agree on a pickup from Guimba to Cabanatuan in two days. @param given other
 * fields
 */
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

/** Offers space on a member's truck. @param given overrides 10 sacks */
export const offer = async ({ browser, path }: Going, given: object = {}): Promise<Trip> =>
  requireOk(await browser.post(`${path}/offer-room`, { amount: 10, unit: 'sack', ...given })).body[
    'data'
  ] as Trip;

/** Joins a truck. */
export const join = ({ browser, path }: Going, trip: Pick<Trip, 'trip_id'>, amount = 1) =>
  browser.post(`${path}/join`, { trip_id: trip.trip_id, amount });

/** The trips and pickups on the way of a pickup, and how its member takes part. */
export const sharingOf = async ({ browser, path }: Going): Promise<Sharing> =>
  requireOk(await browser.get(`${path}/sharing`)).body['data'] as Sharing;

/** A truck as one of its members sees it. */
export const truckOf = async ({ browser, path }: Pick<Going, 'browser' | 'path'>): Promise<Trip> =>
  requireOk(await browser.get(`${path}/truck`)).body['data'] as Trip;

export const endTruck = ({ browser, path }: Pick<Going, 'browser' | 'path'>) =>
  browser.post(`${path}/end-truck`);

/** Sets the free space of a truck. */
export const setRoom = ({ browser, path }: Pick<Going, 'browser' | 'path'>, amount: number) =>
  browser.post(`${path}/set-room`, { amount });

const TRUCK_ACTS = new Set(['offer_room', 'set_room', 'end_truck', 'look', 'join', 'leave']);

/** A member's possible acts about a truck, of all their acts for an appointment. */
export const truckActsOf = async ({ browser, path }: Pick<Going, 'browser' | 'path'>) =>
  (await actsOf(browser, path)).filter((act) => TRUCK_ACTS.has(act));
