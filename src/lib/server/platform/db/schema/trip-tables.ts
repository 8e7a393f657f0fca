import type { TripUnit } from '#lib/contract/exchange/trips.ts';

/** Space on the truck of an agreed pickup for other members' loads. Its day is that of the pickup. */
export interface TripTable {
  id: string;
  /** the driver's appointment */
  appointment_id: string;
  driver_id: string;
  /** PSGC code of the place of loading */
  from_town: string;
  /** PSGC code of the destination */
  to_town: string;
  /** the free space, and the space taken */
  amount: number;
  amount_left: number;
  unit: TripUnit;
  created_at: number;
  /** when it was called off */
  ended_at: number | null;
}

/** A pickup that is on another member's truck, or looks for one. */
export interface TripStopTable {
  appointment_id: string;
  /** the pickup's requester */
  member_id: string;
  /** null while it looks for a truck */
  trip_id: string | null;
  /** in the unit of the trip */
  amount: number | null;
  from_town: string;
  to_town: string;
  created_at: number;
}

export interface TripTables {
  trips: TripTable;
  trip_stops: TripStopTable;
}
