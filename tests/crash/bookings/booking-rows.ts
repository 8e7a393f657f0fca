import type { Slot } from '#lib/contract/exchange/machines.ts';
import type {
  AppointmentTable,
  DeliveryTable,
  HalfDayAppointment,
  HalfDayTable,
  TripStopTable,
  TripTable,
} from '#lib/server/platform/db/schema.ts';

/** @returns the key of a part of a day in a map */
export const slotKey = ({ day, half }: Slot): string => `${day}.${half}`;

/** A notification, possibly a replaced one. */
interface Notice {
  message: string | null;
  /** the booking that it is about */
  booking?: string;
}

/** The rows of a round in the database. */
export interface Rows {
  bookings: HalfDayAppointment[];
  halfDays: HalfDayTable[];
  trips: TripTable[];
  stops: TripStopTable[];
  pickups: AppointmentTable[];
  notices: Notice[];
  deliveries: DeliveryTable[];
}
