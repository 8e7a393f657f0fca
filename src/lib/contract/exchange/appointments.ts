import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Id } from '#lib/contract/ids.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';
import { ForAccount } from '#lib/contract/people/stewards.ts';
import { text } from '#lib/contract/text.ts';

import { UNITS } from './listings/listings.ts';
import { AmountOfWork, DayPart, MACHINES, WORK_UNITS } from './machines.ts';
import { REPEAT_WEEKS } from './rounds.ts';
import { SUBJECTS } from './subjects.ts';
import { TRIP_UNITS } from './trips.ts';

const APPOINTMENTS_PAGE = 12;
export const MESSAGES_PAGE = 50;

/** For how many days after the appointment both members see each other's phone number and can report the outcome. */
export const REPORT_DAYS = 14;

const MAX_AMOUNT = 1_000_000;
const MAX_LINE = 200;
const MAX_VEHICLE = 60;
const MAX_NOTE = 500;
const MAX_MESSAGE = 1000;

const RESULTS = ['taken', 'part', 'not'] as const;
const REASONS = ['no_show', 'not_as_said', 'other'] as const;
/** The actions of a member on an appointment, in the order of the page. */
const ACTS = [
  'agree',
  'decline',
  'confirm',
  'outcome',
  'correct',
  'place',
  'message',
  'skip',
  'stop',
  'offer_room',
  'set_room',
  'end_truck',
  'look',
  'join',
  'leave',
  'call_off',
] as const;
export type AppointmentAct = (typeof ACTS)[number];

const STATUSES = ['requested', 'agreed', 'declined', 'called_off', 'done'] as const;
export const OPEN_STATUSES = ['requested', 'agreed'] as const;

const line = (max: number) => z._default(z.nullable(text({ max, oneLine: true })), null);

const AMOUNT = 'amount_out_of_range' satisfies ErrorCode;
const TOWN = 'town_invalid' satisfies ErrorCode;
const KG = 'kg_out_of_range' satisfies ErrorCode;

/** The error when the subject is neither. */
const SUBJECT = 'subject_invalid' satisfies ErrorCode;

/** A member's request to pick up what a listing offers, or to bring what it needs. The server checks the day. */
export const AmountInput = z.object(
  {
    subject: z.literal('amount', SUBJECT),
    post_id: Id,
    /** null for the whole amount */
    amount: z._default(
      z.nullable(z.int(AMOUNT).check(z.minimum(1, AMOUNT), z.maximum(MAX_AMOUNT, AMOUNT))),
      null,
    ),
    day: z.iso.date('day_invalid' satisfies ErrorCode),
    /** PSGC code of the requester's town */
    town: z._default(z.nullable(z.string(TOWN)), null),
    vehicle: line(MAX_VEHICLE),
    note: z._default(z.nullable(text({ max: MAX_NOTE })), null),
    /** requests this amount of each round from this day on, until one of the members ends it */
    each_time: z._default(z.boolean('boolean_expected' satisfies ErrorCode), false),
    for_account: ForAccount,
  },
  'object_expected' satisfies ErrorCode,
);
export type AmountInput = z.infer<typeof AmountInput>;

/**
 * A member's request for a half day or whole day of a machine. The server checks day, town and amount, which
 * depend on it.
 */
export const HalfDayInput = z.object(
  {
    subject: z.literal('half_day', SUBJECT),
    post_id: Id,
    day: z.iso.date('half_day_required' satisfies ErrorCode),
    half: DayPart,
    /** PSGC code of the place of work */
    town: z.string(TOWN),
    amount: AmountOfWork,
    note: z._default(z.nullable(text({ max: MAX_NOTE })), null),
    for_account: ForAccount,
  },
  'object_expected' satisfies ErrorCode,
);
export type HalfDayInput = z.infer<typeof HalfDayInput>;

/** A request to the owner of a listing or machine. */
export const AppointmentInput = z.discriminatedUnion(
  'subject',
  [AmountInput, HalfDayInput],
  SUBJECT,
);
export type AppointmentInput = z.infer<typeof AppointmentInput>;

export const AgreementInput = z.object({ place: line(MAX_LINE) });
export type AgreementInput = z.infer<typeof AgreementInput>;

export const PlaceInput = z.object({
  place: text({ max: MAX_LINE, oneLine: true, required: 'place_required' }),
});
export type PlaceInput = z.infer<typeof PlaceInput>;

export const CallOffInput = z.object({
  reason: text({ max: MAX_LINE, oneLine: true, required: 'reason_required' }),
});
export type CallOffInput = z.infer<typeof CallOffInput>;

export const ComingInput = z.object({
  is_coming: z.boolean('boolean_expected' satisfies ErrorCode),
});

interface Outcome {
  result: string;
  kg: number | null;
  reason: string | null;
}

export const hasKg = ({ result, kg }: Outcome) => result === 'not' || kg !== null;
export const hasReason = ({ result, reason }: Outcome) => result !== 'not' || reason !== null;

/** The outcome that a member reports. */
export const OutcomeInput = z
  .object({
    result: z.enum(RESULTS, 'result_invalid' satisfies ErrorCode),
    kg: z._default(z.nullable(z.int(KG).check(z.minimum(1, KG), z.maximum(MAX_AMOUNT, KG))), null),
    reason: z._default(z.nullable(z.enum(REASONS, 'reason_invalid' satisfies ErrorCode)), null),
  })
  .check(
    z.refine(hasKg, {
      path: ['kg'],
      error: 'kg_required' satisfies ErrorCode,
    }),
    z.refine(hasReason, {
      path: ['reason'],
      error: 'reason_required' satisfies ErrorCode,
    }),
  );
export type OutcomeInput = z.infer<typeof OutcomeInput>;

export const MessageInput = z.object({
  content: text({ max: MAX_MESSAGE, required: 'content_required' }),
});

/** A round of a repeating listing. */
export const Round = z.object({
  day: z.string(),
  amount: z.number(),
  amount_left: z.number(),
  /** whether the viewer has an open pickup on this day */
  is_requested: z.boolean(),
});
export type Round = z.infer<typeof Round>;

/** How many of a member's agreed appointments of the last twelve months were fulfilled. */
export const AppointmentRecord = z.object({ fulfilled: z.number(), agreed: z.number() });
export type AppointmentRecord = z.infer<typeof AppointmentRecord>;

/** The outcome that a member reported. */
const Report = z.object({ result: z.enum(RESULTS), kg: z.number() });

/** A shared truck that carries the appointment's load, or whose driver is the viewer. */
const Truck = z.object({
  trip_id: z.string(),
  unit: z.enum(TRIP_UNITS),
  amount_left: z.number(),
  is_driver: z.boolean(),
  /** the driver's number, for members whose load is on the truck; shown as long as `phone` */
  phone: z.nullable(z.string()),
});

/** An amount of a listing, or a half day of a machine, as the viewer, one of its two members, sees it. */
export const Appointment = z.object({
  appointment_id: z.string(),
  subject: z.enum(SUBJECTS),
  /** null when the post is deleted, or one member blocks the other */
  post_id: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** the URL of the post's first image */
  picture: z.nullable(z.string()),
  /** the viewer's role */
  role: z.enum(['giving', 'taking']),
  is_owner: z.boolean(),
  status: z.enum(STATUSES),
  /** null for a half day */
  material: z.nullable(z.string()),
  /** null for the whole amount */
  amount: z.nullable(z.number()),
  unit: z.nullable(z.enum([...UNITS, ...WORK_UNITS])),
  /** this and the next three are for a half day; null for an amount */
  machine: z.nullable(z.enum(MACHINES)),
  half: z.nullable(DayPart),
  /** for a hectare or a trip; null when the members agree on it */
  price_centavos: z.nullable(z.number()),
  /** whether the half day is booked by another member, or the machine is away: the request waits for it */
  is_taken: z.boolean(),
  /** PSGC code */
  town: z.string(),
  day: z.string(),
  /** the day, or that of the shared truck once it is agreed */
  takes_place_on: z.string(),
  vehicle: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** the other member; null when erased */
  account: z.nullable(Account),
  /** null for fewer than three pickups */
  record: z.nullable(AppointmentRecord),
  /** PSGC code of the requester's town */
  requester_town: z.nullable(z.string()),
  /** the approximate distance of the requester's town */
  distance_km: z.nullable(z.number()),
  /** the other member's phone number, and the exact place; from the agreement until 14 days after the day */
  phone: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** the viewer's report whether they are coming */
  is_coming: z.nullable(z.boolean()),
  /** whether the viewer reported the outcome */
  has_outcome: z.boolean(),
  /** the amount that counts */
  kg: z.nullable(z.number()),
  /** both reports, when their amounts differ: the lower counts, and each member may correct their own once */
  reports: z.nullable(z.object({ own: Report, other: Report })),
  /** the agreement for each round that it belongs to, unless the agreement has ended */
  standing: z.nullable(
    z.object({
      standing_id: z.string(),
      weeks: z.literal(REPEAT_WEEKS),
      weekday: z.number(),
      until: z.string(),
    }),
  ),
  /** the shared truck that carries the load, or whose driver is the viewer */
  truck: z.nullable(Truck),
  /** the actions that the viewer may take now */
  acts: z.array(z.enum(ACTS)),
  created_at: z.string(),
  /** when something last changed that the other member must know; ISO 8601, UTC */
  updated_at: z.string(),
  /** how often day, place or state have changed: the SEQUENCE of calendars */
  sequence: z.number(),
});
export type Appointment = z.infer<typeof Appointment>;

export interface Listed {
  appointment: Appointment;
  /** later ones under the same agreement for each round, next first */
  later: Appointment[];
}

/**
 * Either open appointments, next first, optionally only those of agreements for each round; or closed ones, newest
 * first.
 */
export const AppointmentQuery = z.extend(
  listQuery(APPOINTMENTS_PAGE, String.raw`(?:\d{4}-\d\d-\d\d\.)?ID`),
  {
    state: z._default(z.enum(['open', 'standing', 'ended']), 'open'),
  },
);
export type AppointmentQuery = z.infer<typeof AppointmentQuery>;

export const AppointmentPage = z.object({
  appointments: z.array(Appointment),
  nextCursor: z.nullable(z.string()),
});
export type AppointmentPage = z.infer<typeof AppointmentPage>;

export const AppointmentMessage = z.object({
  message_id: z.string(),
  content: z.string(),
  is_own: z.boolean(),
  created_at: z.string(),
});
export type AppointmentMessage = z.infer<typeof AppointmentMessage>;
