// Appointments in a list, of amounts and of half days. Without Zod.
import type { Booking } from './machines.ts';
import type { Pickup } from './pickups.ts';
import type { TripUnit } from './trips.ts';

/** A shared truck that a pickup goes with, or whose driver the viewer is. */
interface Truck {
  trip_id: string;
  unit: TripUnit;
  amount_left: number;
  isDriver: boolean;
}

/** An appointment in a list. */
export type Listed =
  | { booking: Booking }
  | {
      pickup: Pickup;
      truck: Truck | undefined;
      /** later ones of the same agreement for each round, the next first */
      later: Pickup[];
    };
