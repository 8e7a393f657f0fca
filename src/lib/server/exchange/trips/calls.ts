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
import { LIMITS } from '#lib/server/exchange/appointments/transaction.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  type ActingAction,
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import {
  callOffTrip,
  getTrip,
  joinTrip,
  leaveTripOf,
  LIMITS as TRIP_LIMITS,
  lookForTrip,
  offerTrip,
  setTripRoom,
} from './service.ts';
import { getSharing, listTrips } from './sharing.ts';

const OF_PICKUP = { ids: { id: 'pickup' }, actsFor: 'pickup' } as const;
const OF_TRIP = { ids: { id: 'trip' }, actsFor: 'trip' } as const;
const SHARE = ['pickup_not_found', 'trip_not_yours', 'pickup_ended'] as const;
const BEGIN = [...SHARE, 'trip_exists', 'trip_town_required'] as const;

/** Trips: who shares a truck with whom. */
export const calls = {
  'GET /web/pickups/:id/sharing': call({
    summary: 'See who goes the same way as a pickup',
    token: true,
    response: Sharing,
    errors: ['pickup_not_found'],
    ...OF_PICKUP,
    run: (ctx, { id }) => getSharing(ctx, id),
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
    ...OF_PICKUP,
    run: (ctx, { id, body }) => offerTrip(ctx, id, body),
  }),
  'POST /web/pickups/:id/look': call({
    summary: 'Look for room on a truck',
    token: true,
    response: Sharing,
    errors: BEGIN,
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id }) => lookForTrip(ctx, id),
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
    ...OF_PICKUP,
    run: (ctx, { id, body }) => joinTrip(ctx, id, body),
  }),
  'POST /web/pickups/:id/leave': call({
    summary: 'Leave a truck, or stop looking for one',
    token: true,
    response: Sharing,
    errors: ['pickup_not_found', 'trip_not_yours', 'trip_ended'],
    limits: [LIMITS.changePickup],
    ...OF_PICKUP,
    run: (ctx, { id }) => leaveTripOf(ctx, id),
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
    ...OF_TRIP,
    run: (ctx, { id }) => getTrip(ctx, id),
  }),
  'POST /web/trips/:id/room': call({
    summary: 'Say what is free on my truck now',
    token: true,
    body: RoomInput,
    response: Trip,
    errors: ['trip_not_found', 'trip_not_yours', 'trip_ended', 'amount_out_of_range'],
    limits: [LIMITS.changePickup],
    ...OF_TRIP,
    run: (ctx, { id, body }) => setTripRoom(ctx, id, body),
  }),
  'POST /web/trips/:id/call-off': call({
    summary: 'Call off my trip',
    token: true,
    response: Trip,
    errors: ['trip_not_found', 'trip_not_yours', 'trip_ended'],
    limits: [LIMITS.changePickup],
    ...OF_TRIP,
    run: (ctx, { id }) => callOffTrip(ctx, id),
  }),
} satisfies Calls;

/** An action on the trip of the path, also in the place of one on it; its page says, by its name, what was done. */
const onTrip = (
  act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>,
): ActingAction => ({
  actsFor: 'trip',
  async run(ctx, { values, id: param }) {
    const id = toId(param);
    if (!id) throw notFound('trip');
    await act(ctx, id, values);
    return `${tripPath(id)}?done=${values.get('action')}`;
  },
});

/** @returns the pickup that a form takes off a truck; by default the viewer's first on it */
async function pickupToLeave(ctx: Ctx, tripId: string, given: string | null): Promise<string> {
  if (given === null) return (await getTrip(ctx, tripId)).appointment_id;
  const id = toId(given);
  if (!id) throw notFound('pickup');
  return id;
}

async function leave(ctx: Ctx, { values, id: param }: SentForm): Promise<string> {
  const id = toId(param);
  if (!id) throw notFound('trip');
  const appointment_id = await pickupToLeave(ctx, id, values.get('appointment_id'));
  await leaveTripOf(ctx, appointment_id, id);
  return `${pickupPath(appointment_id)}?done=leave_trip`;
}

const TRIP_FORMS = {
  room: onTrip((ctx, id, form) =>
    setTripRoom(ctx, id, parse(RoomInput, { amount: readNumber(form.get('amount')) })),
  ),
  call_off: onTrip(callOffTrip),
  // Who has left does not see the trip any more. Pressed twice, it is of the same load.
  leave: { actsFor: 'pickup', idField: 'appointment_id', run: leave },
} as const;

/** The plain forms of a trip's page. */
export const tripForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/trips/:id', handleForms(render, TRIP_FORMS));
