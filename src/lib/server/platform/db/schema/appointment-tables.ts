import type { Generated } from 'kysely';

import type { Appointment, OutcomeInput } from '#lib/contract/exchange/appointments.ts';
import type { Listing } from '#lib/contract/exchange/listings.ts';

import type { MachineTable } from './machine-tables.ts';

/** A round of a listing that repeats: what there is on one day. */
export interface ListingRoundTable {
  post_id: string;
  day: string;
  amount: number;
  amount_left: number;
  created_at: number;
}

/**
 * What two members agree on: an amount of a listing, or a half day of a machine, which is as it was then. Days are YYYY-MM-DD
 * in the site's region.
 */
export interface AppointmentTable {
  id: string;
  /** null once the post is deleted */
  post_id: string | null;
  /** whose listing it is; null once erased */
  owner_id: string | null;
  /** null once erased */
  requester_id: string | null;
  subject: Appointment['subject'];
  /** of the listing, as of the question */
  kind: Listing['kind'];
  /** null of a half day */
  material: string | null;
  /** PSGC code of where it takes place */
  town: string;
  amount: number | null;
  unit: Listing['unit'] | MachineTable['unit'];
  /** of a half day, as the next four */
  machine: MachineTable['machine'] | null;
  /** of a whole day the morning, so that one has it */
  half: 'morning' | 'afternoon' | null;
  /** 0 or 1 */
  whole_day: number | null;
  /** a hundred of them are a hectare, or a trip */
  work: number | null;
  /** of a unit; null when it is not stated */
  price_centavos: number | null;
  /** as it was agreed */
  day: string;
  /** the day of the shared truck that it joined, where that is another; null while it takes place on its own */
  moved_to: string | null;
  /** PSGC code of where the requester comes from */
  requester_town: string | null;
  vehicle: string | null;
  note: string | null;
  /** where exactly, by the owner; for both once they agreed */
  place: string | null;
  status: Appointment['status'];
  /** who declined or called it off */
  ended_by: string | null;
  reason: string | null;
  /** 0 or 1; null before they say */
  owner_coming: number | null;
  requester_coming: number | null;
  owner_result: OutcomeInput['result'] | null;
  requester_result: OutcomeInput['result'] | null;
  owner_kg: number | null;
  requester_kg: number | null;
  owner_reason: OutcomeInput['reason'];
  requester_reason: OutcomeInput['reason'];
  /** 1 once they have corrected it, as the two figures differed */
  owner_corrected: number | null;
  requester_corrected: number | null;
  /** what both agree on, otherwise the lower; null while it is not known */
  kg: number | null;
  reminded_at: number | null;
  /** how often its members were reminded that the request waits; null for never */
  chases: number | null;
  /** when they were reminded to report it */
  outcome_reminded_at: number | null;
  created_at: number;
  updated_at: number;
  agreed_at: number | null;
  /** how often what a calendar shows of it has changed: it only grows */
  sequence: number;
  /** 1 when it takes of the round of its day; null when it takes of the listing itself */
  of_round: 1 | null;
  /** the agreement for each round that it comes of, which may be gone */
  standing_id: string | null;
}

/** An appointment for an amount of a listing, or of a round. */
export interface AmountAppointment extends AppointmentTable {
  subject: 'amount';
  material: string;
  unit: Listing['unit'];
}

/** An appointment for a half day of a machine, or a whole one. */
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

/** A half day that a machine is not free: its key lets one have it. */
export interface HalfDayTable {
  post_id: string;
  day: string;
  half: 'morning' | 'afternoon';
  /** which agreement has it; null when its owner has it away */
  appointment_id: string | null;
}

/** What a member takes of each round, from one on, until one of the two stops. */
export interface StandingAppointmentTable {
  id: string;
  post_id: string;
  owner_id: string;
  requester_id: string;
  /** of each round */
  amount: number;
  /** the day of the first round */
  first_on: string;
  /** null while it is only requested */
  agreed_at: number | null;
  ended_at: number | null;
  /** who stopped it; null when neither did */
  ended_by: string | null;
  created_at: number;
}

export interface AppointmentMessageTable {
  id: string;
  appointment_id: string;
  member_id: string | null;
  content: string;
  /** of the request that stored it; null in those of the demo */
  idempotency_key: string | null;
  created_at: number;
}

/** The address at which a member's calendar program reads their pickups. */
export interface CalendarTable {
  member_id: string;
  /** the address has it, with its signature */
  id: string;
  created_at: number;
}

export interface AppointmentTables {
  listing_rounds: ListingRoundTable;
  // It begins by itself.
  appointments: Omit<AppointmentTable, 'sequence'> & { sequence: Generated<number> };
  half_days: HalfDayTable;
  standing_appointments: StandingAppointmentTable;
  appointment_messages: AppointmentMessageTable;
  calendars: CalendarTable;
}
