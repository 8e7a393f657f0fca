// Bookings and trips as events: the same in a calendar of one and in that of all.
import { townName } from '#lib/contract/exchange/listing-choices.ts';
import { halfText, machineName, workText } from '#lib/contract/exchange/machine-texts.ts';
import type { Booking } from '#lib/contract/exchange/machines.ts';
import { townsOf } from '#lib/contract/exchange/trip-texts.ts';
import type { Trip } from '#lib/contract/exchange/trips.ts';
import { bookingPath, tripPath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import type { DaysEvent } from '#lib/server/exchange/calendars/to-calendar.ts';

const STATUSES = {
  requested: 'TENTATIVE',
  agreed: 'CONFIRMED',
  done: 'CONFIRMED',
  declined: 'CANCELLED',
  called_off: 'CANCELLED',
} as const;

/** What a calendar shows of a booking. */
type ShownBooking = Pick<
  Booking,
  | 'appointment_id'
  | 'machine'
  | 'unit'
  | 'amount'
  | 'day'
  | 'half'
  | 'town'
  | 'status'
  | 'updated_at'
  | 'sequence'
>;

/** @param origin of the site */
export const toBookingEvent = (origin: string, booking: ShownBooking): DaysEvent => ({
  id: booking.appointment_id,
  from: booking.day,
  days: 1,
  summary: t('booking.event', {
    machine: machineName(booking.machine),
    half: halfText(booking.half),
    work: workText(booking.amount, booking.unit),
  }),
  where: townName(booking.town) ?? '',
  url: origin + bookingPath(booking.appointment_id),
  updatedAt: booking.updated_at,
  sequence: booking.sequence,
  status: STATUSES[booking.status],
});

/** What a calendar shows of a trip: no names. */
type ShownTrip = Pick<
  Trip,
  'trip_id' | 'day' | 'from_town' | 'to_town' | 'is_off' | 'updated_at' | 'sequence'
>;

/** @param origin of the site */
export function toTripEvent(origin: string, trip: ShownTrip): DaysEvent {
  const towns = townsOf(trip);
  return {
    id: trip.trip_id,
    from: trip.day,
    days: 1,
    summary: t('trip.event', towns),
    where: towns.from,
    url: origin + tripPath(trip.trip_id),
    updatedAt: trip.updated_at,
    sequence: trip.sequence,
    status: trip.is_off ? 'CANCELLED' : 'CONFIRMED',
  };
}
