import { Hono } from 'hono';
import * as z from 'zod/mini';

import {
  OwnTrip,
  RoomInput,
  Sharing,
  Trip,
  TripInput,
  TripJoinInput,
  TripQuery,
} from '#lib/contract/exchange/trips.ts';
import { toId } from '#lib/contract/ids.ts';
import { pickupPath, tripPath } from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import { forPickup, LIMITS } from '#lib/server/exchange/pickups/pickup.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import {
  callOffTrip,
  forTrip,
  getTrip,
  joinTrip,
  leaveTripOf,
  LIMITS as TRIP_LIMITS,
  lookForTrip,
  offerTrip,
  setTripRoom,
} from './service.ts';
import { getSharing, listTrips } from './sharing.ts';

const SHARE = ['pickup_not_found', 'trip_not_yours', 'pickup_ended'] as const;
const BEGIN = [...SHARE, 'trip_exists', 'trip_town_required'] as const;

/** Trips: who shares a truck with whom. */
export const calls = {
  'GET /web/pickups/:id/sharing': call({
    summary: 'See who goes the same way as a pickup',
    token: true,
    response: Sharing,
    errors: ['pickup_not_found'],
    ids: { id: 'pickup' },
    run: async (ctx, { id }) => getSharing(await forPickup(ctx, id), id),
  }),
  'POST /web/pickups/:id/trips': call({
    summary: 'Offer what is free on my truck',
    token: true,
    body: TripInput,
    response: Trip,
    status: [201],
    errors: [
      ...BEGIN,
      'trip_before_agreement',
      'town_invalid',
      'contact_required',
      'number_needed',
    ],
    limits: [LIMITS.changePickup, TRIP_LIMITS.offerTrip],
    ids: { id: 'pickup' },
    run: async (ctx, { id, body }) => offerTrip(await forPickup(ctx, id), id, body),
  }),
  'POST /web/pickups/:id/look': call({
    summary: 'Look for room on a truck',
    token: true,
    response: Sharing,
    errors: BEGIN,
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: async (ctx, { id }) => lookForTrip(await forPickup(ctx, id), id),
  }),
  'POST /web/pickups/:id/join': call({
    summary: 'Take room on a truck',
    token: true,
    body: TripJoinInput,
    response: Trip,
    errors: [
      ...BEGIN,
      'trip_not_found',
      'trip_not_near',
      'trip_ended',
      'trip_full',
      'contact_required',
      'number_needed',
    ],
    limits: [LIMITS.changePickup, TRIP_LIMITS.joinTrip],
    ids: { id: 'pickup' },
    run: async (ctx, { id, body }) => joinTrip(await forPickup(ctx, id), id, body),
  }),
  'POST /web/pickups/:id/leave': call({
    summary: 'Leave a truck, or stop looking for one',
    token: true,
    response: Sharing,
    errors: ['pickup_not_found', 'trip_not_yours', 'trip_ended'],
    limits: [LIMITS.changePickup],
    ids: { id: 'pickup' },
    run: async (ctx, { id }) => leaveTripOf(await forPickup(ctx, id), id),
  }),
  'GET /web/trips': call({
    summary: 'List my trips',
    token: true,
    query: TripQuery,
    response: z.array(OwnTrip),
    run: (ctx, { query }) => listTrips(ctx, query),
  }),
  'GET /web/trips/:id': call({
    summary: 'Read a trip of mine',
    token: true,
    response: Trip,
    errors: ['trip_not_found'],
    ids: { id: 'trip' },
    run: async (ctx, { id }) => getTrip(await forTrip(ctx, id), id),
  }),
  'POST /web/trips/:id/room': call({
    summary: 'Say what is free on my truck now',
    token: true,
    body: RoomInput,
    response: Trip,
    errors: ['trip_not_found', 'trip_not_yours', 'trip_ended', 'amount_out_of_range'],
    limits: [LIMITS.changePickup],
    ids: { id: 'trip' },
    run: async (ctx, { id, body }) => setTripRoom(await forTrip(ctx, id), id, body),
  }),
  'POST /web/trips/:id/call-off': call({
    summary: 'Call off my trip',
    token: true,
    response: Trip,
    errors: ['trip_not_found', 'trip_not_yours', 'trip_ended'],
    limits: [LIMITS.changePickup],
    ids: { id: 'trip' },
    run: async (ctx, { id }) => callOffTrip(await forTrip(ctx, id), id),
  }),
} satisfies Calls;

type Act = (ctx: Ctx, id: string, form: URLSearchParams) => Promise<string>;

/** An action on the trip of the path, in the viewer's own context. */
const withTrip =
  (act: Act) =>
  async (ctx: Ctx, { values, id: param }: SentForm): Promise<string> => {
    const id = toId(param);
    if (!id) throw notFound('trip');
    return act(ctx, id, values);
  };

/** The same, also in the place of one on it. */
const onTrip = (act: Act) =>
  withTrip(async (ctx, id, form) => act(await forTrip(ctx, id), id, form));

/** @returns the pickup that a form takes off a truck; by default the first on it */
async function pickupToLeave(ctx: Ctx, tripId: string, given: string | null): Promise<string> {
  if (given === null) return (await getTrip(await forTrip(ctx, tripId), tripId)).pickup_id;
  const id = toId(given);
  if (!id) throw notFound('pickup');
  return id;
}

const TRIP_FORMS = {
  room: onTrip(async (ctx, id, form) => {
    const room = parse(RoomInput, { amount: readNumber(form.get('amount')) });
    await setTripRoom(ctx, id, room);
    return `${tripPath(id)}?done=room`;
  }),
  call_off: onTrip(async (ctx, id) => {
    await callOffTrip(ctx, id);
    return `${tripPath(id)}?done=call_off`;
  }),
  // Who has left does not see the trip any more. Pressed twice, it is of the same load.
  leave: withTrip(async (ctx, id, form) => {
    const pickup_id = await pickupToLeave(ctx, id, form.get('pickup_id'));
    await leaveTripOf(await forPickup(ctx, pickup_id), pickup_id, id);
    return `${pickupPath(pickup_id)}?done=leave_trip`;
  }),
};

/** The plain forms of a trip's page. */
export const tripForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/trips/:id', handleForms(render, TRIP_FORMS));
