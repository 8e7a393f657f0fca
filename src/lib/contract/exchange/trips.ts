import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Id } from '#lib/contract/ids.ts';
import { Account } from '#lib/contract/people/members.ts';

/** How far apart, in km, the two ends of a way may be from those of another that is the same. */
export const SAME_WAY_KM = 15;
/** How many days apart those may be who share a truck. */
export const SAME_WAY_DAYS = 1;

/** What the room on a truck is counted in. */
export const TRIP_UNITS = ['truckload', 'sack', 'kg'] as const;
export type TripUnit = (typeof TRIP_UNITS)[number];

const MAX_ROOM = 1_000_000;

const AMOUNT = 'amount_out_of_range' satisfies ErrorCode;
const room = z.int(AMOUNT).check(z.minimum(1, AMOUNT), z.maximum(MAX_ROOM, AMOUNT));

/** What is free on the truck of an agreed pickup. The server checks the town. */
export const TripInput = z.object(
  {
    amount: room,
    unit: z.enum(TRIP_UNITS, 'unit_invalid' satisfies ErrorCode),
    /** PSGC code of where the truck goes, or of a need comes from; null as the pickup has it */
    town: z._default(z.nullable(z.string('town_invalid' satisfies ErrorCode)), null),
  },
  'object_expected' satisfies ErrorCode,
);
export type TripInput = z.infer<typeof TripInput>;

/** What is free on a truck now, beside those that have joined; 0 where it is full. */
export const RoomInput = z.object(
  { amount: z.int(AMOUNT).check(z.minimum(0, AMOUNT), z.maximum(MAX_ROOM, AMOUNT)) },
  'object_expected' satisfies ErrorCode,
);
export type RoomInput = z.infer<typeof RoomInput>;

/** How much of a truck's room a pickup takes. */
export const TripJoinInput = z.object(
  { trip_id: Id, amount: room },
  'object_expected' satisfies ErrorCode,
);
export type TripJoinInput = z.infer<typeof TripJoinInput>;

const way = { from_town: z.string(), to_town: z.string() };

/** From where to where, by PSGC codes. */
export interface Way {
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

/** A truck with room, as those see it who may join: no names and no numbers. */
const NearTrip = z.object({ ...about, stops: z.number() });
export type NearTrip = z.infer<typeof NearTrip>;

/** A trip whose driver the viewer is, or that one of their pickups goes with. */
export const OwnTrip = z.extend(NearTrip, {
  is_driver: z.boolean(),
});
export type OwnTrip = z.infer<typeof OwnTrip>;

/** Who goes the same way as a pickup, within a day. */
export const Sharing = z.object({
  /** that the pickup goes with, or whose driver the viewer is */
  trip: z.nullable(OwnTrip),
  /** the pickup's own; null while a town is not known */
  way: z.nullable(z.object(way)),
  trips: z.array(NearTrip),
  /** others that look for room, by their towns */
  looking: z.array(z.object({ ...way, count: z.number() })),
  is_looking: z.boolean(),
  /** the day of the other's truck that it goes with, for both of the pickup */
  goes_on: z.nullable(z.string()),
  /** whether a truck may be shared for it now, by the viewer */
  is_open: z.boolean(),
});
export type Sharing = z.infer<typeof Sharing>;

/** A pickup on somebody's truck. */
const TripStop = z.object({
  ...way,
  material: z.string(),
  amount: z.number(),
  is_own: z.boolean(),
  /** the viewer's own; null of others */
  appointment_id: z.nullable(z.string()),
  /** for the driver, unless a block hides them; null for the other stops */
  account: z.nullable(Account),
});
export type TripStop = z.infer<typeof TripStop>;

/** A trip, as its driver and its stops see it. */
export const Trip = z.object({
  ...about,
  /** the viewer's own that is part of it, the first of several */
  appointment_id: z.string(),
  is_driver: z.boolean(),
  /** what is free, and what was taken */
  amount: z.number(),
  vehicle: z.nullable(z.string()),
  /** null for the driver, and once they are gone */
  driver: z.nullable(Account),
  /** the driver's, for the stops alone, once their own pickup is agreed, until 14 days after the day */
  phone: z.nullable(z.string()),
  stops: z.array(TripStop),
  /** when it was offered, or the driver's pickup changed */
  updated_at: z.string(),
  /** how often its day, its place or its state has changed, as calendars count it */
  sequence: z.number(),
});
export type Trip = z.infer<typeof Trip>;
