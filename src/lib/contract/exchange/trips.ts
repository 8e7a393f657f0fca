import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Id } from '#lib/contract/ids.ts';
import { Account } from '#lib/contract/people/members.ts';

/** How far apart, in km, the ends of two routes may be to count as the same route. */
export const SAME_ROUTE_KM = 15;
/** How many days apart pickups may be to share a truck. */
export const SAME_ROUTE_DAYS = 1;

/** The units of space on a truck. */
export const TRIP_UNITS = ['truckload', 'sack', 'kg'] as const;
export type TripUnit = (typeof TRIP_UNITS)[number];

const MAX_ROOM = 1_000_000;

const AMOUNT = 'amount_out_of_range' satisfies ErrorCode;
const room = z.int(AMOUNT).check(z.minimum(1, AMOUNT), z.maximum(MAX_ROOM, AMOUNT));

/** The space that the driver of an agreed pickup offers. The server checks the town. */
export const TripInput = z.object(
  {
    amount: room,
    unit: z.enum(TRIP_UNITS, 'unit_invalid' satisfies ErrorCode),
    /** PSGC code of the truck's destination, or its origin for a need; null for that of the pickup */
    town: z._default(z.nullable(z.string('town_invalid' satisfies ErrorCode)), null),
  },
  'object_expected' satisfies ErrorCode,
);
export type TripInput = z.infer<typeof TripInput>;

/** The space left on a truck, beside the loads that have joined; 0 when it is full. */
export const RoomInput = z.object(
  { amount: z.int(AMOUNT).check(z.minimum(0, AMOUNT), z.maximum(MAX_ROOM, AMOUNT)) },
  'object_expected' satisfies ErrorCode,
);
export type RoomInput = z.infer<typeof RoomInput>;

/** The space that a pickup takes on a truck. */
export const TripJoinInput = z.object(
  { trip_id: Id, amount: room },
  'object_expected' satisfies ErrorCode,
);
export type TripJoinInput = z.infer<typeof TripJoinInput>;

const way = { from_town: z.string(), to_town: z.string() };

/** A route between two towns, as PSGC codes. */
export interface Route {
  from_town: string;
  to_town: string;
}

const about = {
  trip_id: z.string(),
  day: z.string(),
  ...way,
  unit: z.enum(TRIP_UNITS),
  amount_left: z.number(),
};

/** A truck with free space, as members see it who may join: without names and phone numbers. */
const NearTrip = z.object({ ...about, stops: z.number() });
export type NearTrip = z.infer<typeof NearTrip>;

/** A trip whose driver is the viewer, or that carries one of their pickups. */
export const OwnTrip = z.extend(NearTrip, {
  is_driver: z.boolean(),
});
export type OwnTrip = z.infer<typeof OwnTrip>;

/** The trips and pickups on the route of a pickup, within a day. */
export const Sharing = z.object({
  /** the trip that carries the pickup, or whose driver is the viewer */
  trip: z.nullable(OwnTrip),
  /** the pickup's own route; null while a town is unknown */
  way: z.nullable(z.object(way)),
  trips: z.array(NearTrip),
  /** other pickups that look for space, by route */
  looking: z.array(z.object({ ...way, count: z.number() })),
  is_looking: z.boolean(),
  /** the day of the shared truck that carries the pickup, for both of its members */
  goes_on: z.nullable(z.string()),
  /** whether the viewer can share a truck for the pickup now */
  is_open: z.boolean(),
});
export type Sharing = z.infer<typeof Sharing>;

/** A pickup on a shared truck. */
const TripStop = z.object({
  ...way,
  material: z.string(),
  amount: z.number(),
  is_own: z.boolean(),
  /** the viewer's own appointment; null for other members' stops */
  appointment_id: z.nullable(z.string()),
  /** visible to the driver, unless a block hides the member; null for the other stops */
  account: z.nullable(Account),
});
export type TripStop = z.infer<typeof TripStop>;

/** A trip, as its driver and the members with a load on it see it. */
export const Trip = z.object({
  ...about,
  /** the viewer's own appointment on it, the first if there are several */
  appointment_id: z.string(),
  is_driver: z.boolean(),
  /** the free space, and the space taken */
  amount: z.number(),
  vehicle: z.nullable(z.string()),
  /** null for the driver, and once the driver is deleted */
  driver: z.nullable(Account),
  /** the driver's number, for members with an agreed pickup on the trip, until 14 days after its day */
  phone: z.nullable(z.string()),
  stops: z.array(TripStop),
  /** when the trip was offered, or the driver's pickup changed */
  updated_at: z.string(),
  /** how often day, place or state have changed: the SEQUENCE of calendars */
  sequence: z.number(),
});
export type Trip = z.infer<typeof Trip>;
