import { t } from '#lib/messages/t.ts';
import type {
  AppointmentTables,
  MachineTables,
  SeasonTables,
  TripTables,
} from '#lib/server/platform/db/schema.ts';

import type { PersonalRow, Rules } from './rules.ts';

const OWNER_ONLY = [
  'place',
  'owner_coming',
  'owner_result',
  'owner_kg',
  'owner_reason',
  'owner_corrected',
];
const REQUESTER_ONLY = [
  'requester_town',
  'vehicle',
  'note',
  'requester_coming',
  'requester_result',
  'requester_kg',
  'requester_reason',
  'requester_corrected',
];

/** Removes what the other member of an appointment wrote. */
function redactAppointment(row: PersonalRow, memberId: string): PersonalRow {
  const others = row['owner_id'] === memberId ? REQUESTER_ONLY : OWNER_ONLY;
  const reason = row['ended_by'] === memberId ? row['reason'] : null;
  return { ...row, ...Object.fromEntries(others.map((column) => [column, null])), reason };
}

/** Appointments. */
export const APPOINTMENT_RULES: Rules<keyof AppointmentTables> = {
  appointments: {
    label: () => t('export_data.appointments'),
    key: 'id',
    names: ['owner_id', 'requester_id'],
    mentions: ['ended_by'],
    exported: [
      'id',
      'post_id',
      'owner_id',
      'requester_id',
      'subject',
      'kind',
      'material',
      'town',
      'amount',
      'unit',
      'machine',
      'half',
      'whole_day',
      'work',
      'price_centavos',
      'day',
      'moved_to',
      'requester_town',
      'vehicle',
      'note',
      'place',
      'status',
      'ended_by',
      'reason',
      'owner_coming',
      'requester_coming',
      'owner_result',
      'requester_result',
      'owner_kg',
      'requester_kg',
      'owner_reason',
      'requester_reason',
      'owner_corrected',
      'requester_corrected',
      'kg',
      'created_at',
      'updated_at',
      'agreed_at',
      'of_round',
      'standing_id',
    ],
    withheld: {
      reminded_at: 'it is of a job',
      chases: 'it is of a job',
      outcome_reminded_at: 'it is of a job',
      sequence: 'it counts changes for calendars',
    },
    redact: redactAppointment,
    erasure: 'changed',
  },
  listing_rounds: {
    label: () => t('export_data.listing_rounds'),
    key: ['day', 'post_id'],
    names: [],
    owner: { table: 'posts', column: 'post_id' },
    exported: ['post_id', 'day', 'amount', 'amount_left', 'created_at'],
    withheld: {},
    erasure: 'deleted',
  },
  standing_appointments: {
    label: () => t('export_data.standing_appointments'),
    key: 'id',
    names: ['owner_id', 'requester_id'],
    mentions: ['ended_by'],
    exported: [
      'id',
      'post_id',
      'owner_id',
      'requester_id',
      'amount',
      'first_on',
      'agreed_at',
      'ended_at',
      'ended_by',
      'created_at',
    ],
    withheld: {},
    erasure: 'deleted',
  },
  calendars: {
    label: () => t('export_data.calendars'),
    key: 'member_id',
    names: ['member_id'],
    exported: ['member_id', 'created_at'],
    withheld: { id: 'it is half of a secret' },
    erasure: 'deleted',
  },
  half_days: {
    label: () => t('export_data.half_days'),
    key: ['day', 'half', 'post_id'],
    names: [],
    owner: { table: 'posts', column: 'post_id' },
    exported: ['post_id', 'day', 'half', 'appointment_id'],
    withheld: {},
    erasure: 'deleted',
  },
  appointment_messages: {
    label: () => t('export_data.appointment_messages'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'appointment_id', 'member_id', 'content', 'created_at'],
    withheld: { idempotency_key: 'it only tells repeated requests apart' },
    erasure: 'deleted',
  },
};

/** Members' machines. */
export const MACHINE_RULES: Rules<keyof MachineTables> = {
  machines: {
    label: () => t('export_data.machines'),
    key: 'post_id',
    names: [],
    owner: { table: 'posts', column: 'post_id' },
    exported: ['post_id', 'machine', 'unit', 'a_day', 'reach_km', 'price_centavos', 'created_at'],
    withheld: {},
    erasure: 'deleted',
  },
};

/** Members' entries for their own fields. */
export const SEASON_RULES: Rules<keyof SeasonTables> = {
  harvests: {
    label: () => t('export_data.harvests'),
    key: 'id',
    names: ['member_id'],
    exported: ['id', 'member_id', 'town', 'material', 'monday', 'ares', 'created_at'],
    withheld: {},
    erasure: 'deleted',
  },
  schedules: { why: 'the irrigators’ schedule', texts: ['monday', 'material', 'town'] },
  heard_weeks: {
    label: () => t('export_data.heard_weeks'),
    key: ['alert_id', 'monday'],
    names: ['member_id'],
    exported: ['alert_id', 'monday', 'member_id', 'heard_at'],
    withheld: {},
    erasure: 'deleted',
  },
};

/** Shared trucks: each row belongs to one member. */
export const TRIP_RULES: Rules<keyof TripTables> = {
  trips: {
    label: () => t('export_data.trips'),
    key: 'id',
    names: ['driver_id'],
    exported: [
      'id',
      'appointment_id',
      'driver_id',
      'from_town',
      'to_town',
      'amount',
      'amount_left',
      'unit',
      'created_at',
      'ended_at',
    ],
    withheld: {},
    erasure: 'deleted',
  },
  trip_stops: {
    label: () => t('export_data.trip_stops'),
    key: 'appointment_id',
    names: ['member_id'],
    exported: [
      'appointment_id',
      'member_id',
      'trip_id',
      'amount',
      'from_town',
      'to_town',
      'created_at',
    ],
    withheld: {},
    erasure: 'deleted',
  },
};
