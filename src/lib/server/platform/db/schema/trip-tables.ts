import type { TripUnit } from '#lib/contract/exchange/trips.ts';

/** Room on the truck of an agreed pickup, which others may take. Its day is that of the pickup. */
export interface TripTable {
  id: string;
  /** the driver's */
  appointment_id: string;
  driver_id: string;
  /** PSGC code of where it is loaded */
  from_town: string;
  /** PSGC code of where it goes */
  to_town: string;
  /** what is free, and what was taken */
  amount: number;
  amount_left: number;
  unit: TripUnit;
  created_at: number;
  /** when it was called off */
  ended_at: number | null;
}

/** A pickup that goes with the truck of another, or looks for one. */
export interface TripStopTable {
  appointment_id: string;
  /** whose pickup it is */
  member_id: string;
  /** null while it looks for one */
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
