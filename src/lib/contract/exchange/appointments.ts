import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Id } from '#lib/contract/ids.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';
import { ForAccount } from '#lib/contract/people/stewards.ts';
import { text } from '#lib/contract/text.ts';

import { UNITS } from './listings.ts';
import { AmountOfWork, DayPart, MACHINES, WORK_UNITS } from './machines.ts';
import { REPEAT_WEEKS } from './rounds.ts';
import { SUBJECTS } from './subjects.ts';
import { TRIP_UNITS } from './trips.ts';

const APPOINTMENTS_PAGE = 12;
export const MESSAGES_PAGE = 50;

/** For how long after it takes place the two see each other's phone number, and report how it went. */
export const REPORT_DAYS = 14;

const MAX_AMOUNT = 1_000_000;
const MAX_LINE = 200;
const MAX_VEHICLE = 60;
const MAX_NOTE = 500;
const MAX_MESSAGE = 1000;

const RESULTS = ['taken', 'part', 'not'] as const;
const REASONS = ['no_show', 'not_as_said', 'other'] as const;
/** What one of the two may do, in the order of a page. */
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
/** Of what has not ended. */
export const OPEN_STATUSES = ['requested', 'agreed'] as const;

const line = (max: number) => z._default(z.nullable(text({ max, oneLine: true })), null);

const AMOUNT = 'amount_out_of_range' satisfies ErrorCode;
const TOWN = 'town_invalid' satisfies ErrorCode;
const KG = 'kg_out_of_range' satisfies ErrorCode;

/** It tells the two questions apart. */
const SUBJECT = 'subject_invalid' satisfies ErrorCode;

/** A member's wish to fetch what a listing offers, or to bring what it needs. The server checks the day. */
export const AmountInput = z.object(
  {
    subject: z.literal('amount', SUBJECT),
    post_id: Id,
    /** null for all of it */
    amount: z._default(
      z.nullable(z.int(AMOUNT).check(z.minimum(1, AMOUNT), z.maximum(MAX_AMOUNT, AMOUNT))),
      null,
    ),
    day: z.iso.date('day_invalid' satisfies ErrorCode),
    /** PSGC code of where the member comes from */
    town: z._default(z.nullable(z.string(TOWN)), null),
    vehicle: line(MAX_VEHICLE),
    note: z._default(z.nullable(text({ max: MAX_NOTE })), null),
    /** so much of each round from that day on, until one of the two stops */
    each_time: z._default(z.boolean('boolean_expected' satisfies ErrorCode), false),
    for_account: ForAccount,
  },
  'object_expected' satisfies ErrorCode,
);
export type AmountInput = z.infer<typeof AmountInput>;

/** A member's question for a half day of a machine, or for a whole one. The server checks day, town and amount, which depend on it. */
export const HalfDayInput = z.object(
  {
    subject: z.literal('half_day', SUBJECT),
    post_id: Id,
    day: z.iso.date('half_day_required' satisfies ErrorCode),
    half: DayPart,
    /** PSGC code of where the work is */
    town: z.string(TOWN),
    amount: AmountOfWork,
    note: z._default(z.nullable(text({ max: MAX_NOTE })), null),
    for_account: ForAccount,
  },
  'object_expected' satisfies ErrorCode,
);
export type HalfDayInput = z.infer<typeof HalfDayInput>;

/** A question to the owner of a listing, or of a machine. */
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

/** How it went, as reported by one of the two. */
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

/** A round of a listing that repeats. */
export const Round = z.object({
  day: z.string(),
  amount: z.number(),
  amount_left: z.number(),
  /** whether the viewer has an open pickup of it */
  is_requested: z.boolean(),
});
export type Round = z.infer<typeof Round>;

/** How often a member did as agreed in the last twelve months. */
export const AppointmentRecord = z.object({ fulfilled: z.number(), agreed: z.number() });
export type AppointmentRecord = z.infer<typeof AppointmentRecord>;

/** How it went, as one of the two reported. */
const Report = z.object({ result: z.enum(RESULTS), kg: z.number() });

/** A shared truck that an appointment goes with, or whose driver the viewer is. */
const Truck = z.object({
  trip_id: z.string(),
  unit: z.enum(TRIP_UNITS),
  amount_left: z.number(),
  is_driver: z.boolean(),
  /** the driver's, for who goes with them: as `phone` */
  phone: z.nullable(z.string()),
});

/** An amount of a listing, or a half day of a machine, as one of the two sees it. */
export const Appointment = z.object({
  appointment_id: z.string(),
  subject: z.enum(SUBJECTS),
  /** null once the post is deleted, and where one of the two blocks the other */
  post_id: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** the URL of the post's first image */
  picture: z.nullable(z.string()),
  /** what the viewer does */
  role: z.enum(['giving', 'taking']),
  is_owner: z.boolean(),
  status: z.enum(STATUSES),
  /** null of a half day */
  material: z.nullable(z.string()),
  /** null for all of it */
  amount: z.nullable(z.number()),
  unit: z.nullable(z.enum([...UNITS, ...WORK_UNITS])),
  /** of a half day, as the next three; null of an amount */
  machine: z.nullable(z.enum(MACHINES)),
  half: z.nullable(DayPart),
  /** of a hectare or a trip; null when it is agreed on */
  price_centavos: z.nullable(z.number()),
  /** whether the half day is another's, or the machine is away: the question waits for it */
  is_taken: z.boolean(),
  /** PSGC code */
  town: z.string(),
  day: z.string(),
  /** that day, or once it is agreed that of a shared truck */
  takes_place_on: z.string(),
  vehicle: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** the other member; null once erased */
  account: z.nullable(Account),
  /** null below three pickups */
  record: z.nullable(AppointmentRecord),
  /** PSGC code of where the requester comes from */
  requester_town: z.nullable(z.string()),
  /** about how far the requester's town is */
  distance_km: z.nullable(z.number()),
  /** the other's phone number, and where exactly: for both, from the agreement until 14 days after it takes place */
  phone: z.nullable(z.string()),
  place: z.nullable(z.string()),
  /** whether the viewer comes, as they reported */
  is_coming: z.nullable(z.boolean()),
  /** whether the viewer reported how it went */
  has_outcome: z.boolean(),
  /** what counts */
  kg: z.nullable(z.number()),
  /** what both reported, when their figures differ: the lower counts, and each may correct theirs once */
  reports: z.nullable(z.object({ own: Report, other: Report })),
  /** of which agreement for each round it is, unless that has ended */
  standing: z.nullable(
    z.object({
      standing_id: z.string(),
      weeks: z.literal(REPEAT_WEEKS),
      weekday: z.number(),
      until: z.string(),
    }),
  ),
  /** the shared truck that it goes with, or whose driver the viewer is */
  truck: z.nullable(Truck),
  /** what the viewer may do now */
  acts: z.array(z.enum(ACTS)),
  created_at: z.string(),
  /** when anything of it last changed that the other has to know; ISO 8601, UTC */
  updated_at: z.string(),
  /** how often its day, its place or its state has changed, as calendars count it */
  sequence: z.number(),
});
export type Appointment = z.infer<typeof Appointment>;

/** An appointment in a list. */
export interface Listed {
  appointment: Appointment;
  /** later ones of the same agreement for each round, the next first */
  later: Appointment[];
}

/**
 * Which appointments: those that have not ended, the next first, of these only what is agreed for each round, or the others, the
 * newest first.
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

/** What one of the two wrote. */
export const AppointmentMessage = z.object({
  message_id: z.string(),
  content: z.string(),
  is_own: z.boolean(),
  created_at: z.string(),
});
export type AppointmentMessage = z.infer<typeof AppointmentMessage>;
