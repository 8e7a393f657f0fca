import type { Generated } from 'kysely';

import type { Appointment, OutcomeInput } from '#lib/contract/exchange/appointments.ts';
import type { Listing } from '#lib/contract/exchange/listings/listings.ts';

import type { MachineTable } from './machine-tables.ts';

/** A round of a repeating listing: the amount available on one day. */
export interface ListingRoundTable {
  post_id: string;
  day: string;
  amount: number;
  amount_left: number;
  created_at: number;
}

/**
 * An agreement of two members about an amount of a listing or a half day of a machine, with the listing's facts at
 * that time. Days are YYYY-MM-DD in the site's region.
 */
export interface AppointmentTable {
  id: string;
  /** null once the post is deleted */
  post_id: string | null;
  /** the listing's owner; null when erased */
  owner_id: string | null;
  /** null when erased */
  requester_id: string | null;
  subject: Appointment['subject'];
  /** the kind of the listing at the time of the request */
  kind: Listing['kind'];
  /** null for a half day */
  material: string | null;
  /** PSGC code of the place of the appointment */
  town: string;
  amount: number | null;
  unit: Listing['unit'] | MachineTable['unit'];
  /** this and the next four are for a half day */
  machine: MachineTable['machine'] | null;
  /** the morning for a whole day */
  half: 'morning' | 'afternoon' | null;
  /** 0 or 1 */
  whole_day: number | null;
  /** in hundredths of a hectare or trip */
  work: number | null;
  /** per unit; null when not stated */
  price_centavos: number | null;
  /** the agreed day */
  day: string;
  /** the day of the shared truck that it joined, if different; null while it takes place on its own day */
  moved_to: string | null;
  /** PSGC code of the requester's town */
  requester_town: string | null;
  vehicle: string | null;
  note: string | null;
  /** the exact place, stated by the host; both see it once they agreed */
  place: string | null;
  status: Appointment['status'];
  /** the member who declined or called it off */
  ended_by: string | null;
  reason: string | null;
  /** 0 or 1; null before they confirm */
  owner_coming: number | null;
  requester_coming: number | null;
  owner_result: OutcomeInput['result'] | null;
  requester_result: OutcomeInput['result'] | null;
  owner_kg: number | null;
  requester_kg: number | null;
  owner_reason: OutcomeInput['reason'];
  requester_reason: OutcomeInput['reason'];
  /** 1 once they have corrected the amount, after both reports differed */
  owner_corrected: number | null;
  requester_corrected: number | null;
  /** the amount in both reports, or the lower one; null while unknown */
  kg: number | null;
  reminded_at: number | null;
  /** how often the members were reminded of the waiting request; null for never */
  chases: number | null;
  /** when the members were reminded to report the outcome */
  outcome_reminded_at: number | null;
  created_at: number;
  updated_at: number;
  agreed_at: number | null;
  /** how often its calendar data has changed; only increases */
  sequence: number;
  /** 1 when it takes from the round of its day; null when it takes from the listing itself */
  of_round: 1 | null;
  /** the agreement for each round that it belongs to, which may be deleted */
  standing_id: string | null;
}

/** An appointment for an amount of a listing, or of a round. */
export interface AmountAppointment extends AppointmentTable {
  subject: 'amount';
  material: string;
  unit: Listing['unit'];
}

/** An appointment for a half or whole day of a machine. */
export interface HalfDayAppointment extends AppointmentTable {
  subject: 'half_day';
  unit: MachineTable['unit'];
  machine: MachineTable['machine'];
  half: 'morning' | 'afternoon';
  whole_day: number;
  work: number;
}

/** An appointment as it is stored. */
export type StoredAppointment = AmountAppointment | HalfDayAppointment;

/** A half day on which a machine is not free; the primary key prevents double bookings. */
export interface HalfDayTable {
  post_id: string;
  day: string;
  half: 'morning' | 'afternoon';
  /** the appointment; null when the owner marked the machine as away */
  appointment_id: string | null;
}

/** An agreement for an amount of each round, from one on, until one of the members ends it. */
export interface StandingAppointmentTable {
  id: string;
  post_id: string;
  owner_id: string;
  requester_id: string;
  /** per round */
  amount: number;
  /** the day of the first round */
  first_on: string;
  /** null while it is only requested */
  agreed_at: number | null;
  ended_at: number | null;
  /** the member who ended it; null when neither did */
  ended_by: string | null;
  created_at: number;
}

export interface AppointmentMessageTable {
  id: string;
  appointment_id: string;
  member_id: string | null;
  content: string;
  /** of the request that stored it; null for messages of the demo */
  idempotency_key: string | null;
  created_at: number;
}

/** The secret URL at which a member's calendar program reads their pickups. */
export interface CalendarTable {
  member_id: string;
  /** part of the URL, together with its signature */
  id: string;
  created_at: number;
}

export interface AppointmentTables {
  listing_rounds: ListingRoundTable;
  // It has a default.
  appointments: Omit<AppointmentTable, 'sequence'> & { sequence: Generated<number> };
  half_days: HalfDayTable;
  standing_appointments: StandingAppointmentTable;
  appointment_messages: AppointmentMessageTable;
  calendars: CalendarTable;
}
