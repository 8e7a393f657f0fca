// Shared trucks as events in calendars, beside the appointments.
import { townsOf, routeText } from '#lib/contract/exchange/trip-texts.ts';
import type { Trip } from '#lib/contract/exchange/trips.ts';
import { tripPath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';
import type { DaysEvent } from '#lib/server/exchange/calendars/to-calendar.ts';

/** The fields of a trip that a calendar shows: no names. */
type ShownTrip = Pick<
  Trip,
  'trip_id' | 'day' | 'from_town' | 'to_town' | 'updated_at' | 'sequence'
>;

/** @param origin the site's origin */
export function toTripEvent(origin: string, trip: ShownTrip): DaysEvent {
  return {
    id: trip.trip_id,
    from: trip.day,
    days: 1,
    summary: `${t('trip.section')}, ${routeText(trip)}`,
    where: townsOf(trip).from,
    url: origin + tripPath(trip.trip_id),
    updatedAt: trip.updated_at,
    sequence: trip.sequence,
    status: 'CONFIRMED',
  };
}
