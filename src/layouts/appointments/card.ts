// The data of an appointment’s card.
import { recordText, statusText } from '#layouts/pickups/labels.ts';
import { daysAway } from '#layouts/pickups/pickup-days.ts';
import type { Appointment } from '#lib/contract/exchange/appointments.ts';
import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { pickupPath } from '#lib/contract/paths.ts';
import type { Account } from '#lib/contract/people/members.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';

import { type Words, wordsOf } from './subjects.ts';

export interface Card extends Words {
  id: string;
  /** of the appointment’s page */
  path: string;
  status: Appointment['status'];
  /** YYYY-MM-DD */
  day: string;
  /** the state for this viewer, or how far away the day is */
  state: string;
  /** the exact place */
  place: string | null;
  town: string | undefined;
  /** when the place last changed, while it may still change; ISO 8601 */
  changedAt: string | null;
  /** the URL of a picture */
  picture: string | null;
  account: Account | null;
  /** who the other person is */
  about: string;
  phone: string | null;
}

/** @param today in the site’s region */
export function appointmentCard(appointment: Appointment, today: string): Card {
  const { takes_place_on: day, status, place, account, record } = appointment;
  // After a report of the outcome, the place is no longer current.
  const isPlaceOpen = place !== null && appointment.acts.includes('call_off');
  const away = status === 'agreed' ? daysAway(day, today) : null;
  return {
    id: appointment.appointment_id,
    path: pickupPath(appointment.appointment_id),
    status,
    day,
    state: away ?? statusText(appointment),
    place,
    town: townName(appointment.town),
    changedAt: isPlaceOpen ? appointment.updated_at : null,
    picture: appointment.picture,
    account,
    about: record ? recordText(record) : account ? roleLabel(account.account_type) : '',
    phone: appointment.phone,
    ...wordsOf(appointment),
  };
}
