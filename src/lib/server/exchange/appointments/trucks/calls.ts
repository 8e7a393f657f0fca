import {
  RoomInput,
  Sharing,
  Trip,
  TripInput,
  TripJoinInput,
} from '#lib/contract/exchange/trips.ts';
import { LIMITS } from '#lib/server/exchange/appointments/lock-appointment.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { getSharing } from './near.ts';
import {
  endTruck,
  getTruckOf,
  joinTruck,
  leaveTruck,
  LIMITS as TRUCK_LIMITS,
  lookForTruck,
  offerRoom,
  setRoom,
} from './share.ts';

const OF_APPOINTMENT = { ids: { id: 'pickup' }, actsFor: 'appointment' } as const;
const ENDED = ['pickup_ended', 'booking_ended', 'trip_not_yours'] as const;
const BEGIN = [...ENDED, 'trip_exists', 'trip_town_required'] as const;
const REACHED = ['contact_required', 'number_needed'] as const;

/** Shared trucks. */
export const calls = {
  'GET /web/appointments/:id/sharing': call({
    summary: 'See who goes the same way',
    token: true,
    response: Sharing,
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => getSharing(ctx, id),
  }),
  'GET /web/appointments/:id/truck': call({
    summary: 'Read the truck that comes with an appointment, or that it goes with',
    token: true,
    response: Trip,
    errors: ['trip_not_found'],
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => getTruckOf(ctx, id),
  }),
  'POST /web/appointments/:id/offer-room': call({
    summary: 'Offer what is free on my truck',
    token: true,
    body: TripInput,
    response: Trip,
    errors: [...BEGIN, ...REACHED, 'trip_before_agreement', 'town_invalid'],
    limits: [LIMITS.changeAppointment, TRUCK_LIMITS.offerTrip],
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => offerRoom(ctx, id, body),
  }),
  'POST /web/appointments/:id/set-room': call({
    summary: 'Say what is free on my truck now',
    token: true,
    body: RoomInput,
    response: Trip,
    errors: [...ENDED, 'trip_ended', 'amount_out_of_range'],
    limits: [LIMITS.changeAppointment],
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => setRoom(ctx, id, body),
  }),
  'POST /web/appointments/:id/end-truck': call({
    summary: 'Call off my truck',
    token: true,
    response: Sharing,
    errors: [...ENDED, 'trip_ended'],
    limits: [LIMITS.changeAppointment],
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => endTruck(ctx, id),
  }),
  'POST /web/appointments/:id/look': call({
    summary: 'Look for room on a truck',
    token: true,
    response: Sharing,
    errors: BEGIN,
    limits: [LIMITS.changeAppointment],
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => lookForTruck(ctx, id),
  }),
  'POST /web/appointments/:id/join': call({
    summary: 'Take room on a truck',
    token: true,
    body: TripJoinInput,
    response: Trip,
    errors: [...BEGIN, ...REACHED, 'trip_not_found', 'trip_not_near', 'trip_ended', 'trip_full'],
    limits: [LIMITS.changeAppointment, TRUCK_LIMITS.joinTrip],
    ...OF_APPOINTMENT,
    run: (ctx, { id, body }) => joinTruck(ctx, id, body),
  }),
  'POST /web/appointments/:id/leave': call({
    summary: 'Leave a truck, or stop looking for one',
    token: true,
    response: Sharing,
    errors: [...ENDED, 'trip_ended'],
    limits: [LIMITS.changeAppointment],
    ...OF_APPOINTMENT,
    run: (ctx, { id }) => leaveTruck(ctx, id),
  }),
} satisfies Calls;
