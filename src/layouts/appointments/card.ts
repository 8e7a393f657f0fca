// What a card shows of an appointment: of an amount, or of a half day of a machine.
import type { IconName } from '#layouts/icons.ts';
import { materialText, pickupAmount, recordText, statusText } from '#layouts/pickups/labels.ts';
import { daysAway } from '#layouts/pickups/pickup-days.ts';
import { townName } from '#lib/contract/exchange/listing-choices.ts';
import { capitalize, repeatText } from '#lib/contract/exchange/listing-texts.ts';
import {
  halfText,
  machineName,
  workPriceText,
  workText,
} from '#lib/contract/exchange/machine-texts.ts';
import type { Booking } from '#lib/contract/exchange/machines.ts';
import type { Pickup } from '#lib/contract/exchange/pickups.ts';
import { bookingPath, pickupPath } from '#lib/contract/paths.ts';
import type { Account } from '#lib/contract/people/members.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

export interface Card {
  id: string;
  /** of its page */
  path: string;
  title: string;
  status: Pickup['status'];
  /** YYYY-MM-DD */
  day: string;
  /** which part of the day, of a half day */
  part?: string;
  /** in what state it is, for its viewer, or how far its day is */
  state: string;
  /** the exact place */
  place: string | null;
  town: string | undefined;
  /** when the place may have changed last, while it may; ISO 8601 */
  changedAt: string | null;
  /** the URL of a picture */
  picture: string | null;
  icon: IconName;
  /** what the viewer does */
  role: string;
  amount: string;
  facts: string[];
  warning: string | null;
  account: Account | null;
  /** who the other is */
  about: string;
  phone: string | null;
}

const stateOf = (status: string, day: string, today: string, otherwise: () => string): string =>
  (status === 'agreed' ? daysAway(day, today) : null) ?? otherwise();

/** @param today in the site's region */
export function pickupCard(pickup: Pickup, today: string): Card {
  const { takes_place_on: day, place, role, account, record, standing } = pickup;
  const material = materialText(pickup);
  // Once one has reported how it went, it is no more what the owner last wrote.
  const isPlaceOpen = place !== null && pickup.acts.includes('call_off');
  return {
    id: pickup.appointment_id,
    path: pickupPath(pickup.appointment_id),
    title: pickup.title ?? material,
    status: pickup.status,
    day,
    state: stateOf(pickup.status, day, today, () => statusText(pickup)),
    place,
    town: townName(pickup.town),
    changedAt: isPlaceOpen ? pickup.updated_at : null,
    picture: pickup.picture,
    icon: 'sheaf',
    role: t('pickup.role', { role }),
    amount: pickupAmount(pickup),
    facts: [
      ...(standing ? [capitalize(repeatText(standing))] : []),
      ...(pickup.title === null ? [] : [material]),
    ],
    warning: null,
    account,
    about: record ? recordText(record) : account ? roleLabel(account.account_type) : '',
    phone: pickup.phone,
  };
}

function bookingState({ status, is_owner, day }: Booking, today: string): string {
  if (status === 'requested' && day < today) return t('booking.unanswered');
  if (status === 'requested' && is_owner) return t('pickup.to_respond');
  return t('booking.status', { status });
}

/** @param today in the site's region */
export function bookingCard(booking: Booking, today: string): Card {
  const { status, day, unit, account, is_owner: isOwner } = booking;
  const half = halfText(booking.half);
  const isTaken = booking.is_taken && day >= today;
  return {
    id: booking.appointment_id,
    path: bookingPath(booking.appointment_id),
    title: t('booking.what', { machine: machineName(booking.machine), half }),
    status,
    day,
    part: half,
    state: stateOf(status, day, today, () => bookingState(booking, today)),
    place: null,
    town: townName(booking.town),
    changedAt: null,
    picture: null,
    icon: 'truck',
    role: t('booking.role', { role: isOwner ? 'owner' : 'requester' }),
    amount: workText(booking.amount, unit),
    facts: [workPriceText(booking.price_centavos, unit)],
    warning: isTaken ? (isOwner ? t('booking.taken_owner') : t('booking.taken')) : null,
    account,
    about: account ? roleLabel(account.account_type) : '',
    phone: booking.phone,
  };
}
