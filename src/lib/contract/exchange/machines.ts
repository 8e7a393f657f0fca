import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';

import { choice } from './listings/listing-search.ts';
import { isArea } from './season.ts';

export const MACHINES = ['baler', 'chipper', 'loader', 'truck', 'dryer'] as const;
export const WORK_UNITS = ['hectare', 'trip'] as const;
export const HALVES = ['morning', 'afternoon'] as const;
/** The part of a day that is booked: a half day, or the whole day for a machine that makes one trip a day. */
export const DayPart = z.enum([...HALVES, 'day'], 'half_invalid' satisfies ErrorCode);
export type DayPart = z.infer<typeof DayPart>;

/** The number of weeks that can be booked, including the current one. */
export const MACHINE_WEEKS = 16;

export const MACHINES_FRESH_SECONDS = 60;

const MAX_REACH_KM = 150;
const MAX_A_DAY = 100;
const MAX_CENTAVOS = 100_000_000;
/** Amounts are stored in hundredths of a unit. */
export const HUNDREDTHS = 100;

const MACHINE = 'machine_invalid' satisfies ErrorCode;
const UNIT = 'work_unit_invalid' satisfies ErrorCode;
const WORK = 'work_out_of_range' satisfies ErrorCode;
const REACH = 'reach_out_of_range' satisfies ErrorCode;
const PRICE = 'price_out_of_range' satisfies ErrorCode;
const TOWN = 'town_invalid' satisfies ErrorCode;
const WEEK = 'week_invalid' satisfies ErrorCode;

/** In hectares or trips. */
export const AmountOfWork = z
  .number(WORK)
  .check(z.refine(isArea, WORK), z.maximum(MAX_A_DAY, WORK));

interface Work {
  unit: string;
  a_day?: number;
  amount?: number;
}

export const hasWholeTrips = ({ unit, a_day }: Work) => unit !== 'trip' || Number.isInteger(a_day);

/** The work that a machine does, as its owner enters it. */
export const MachineInput = z
  .object(
    {
      machine: z.enum(MACHINES, MACHINE),
      unit: z.enum(WORK_UNITS, UNIT),
      a_day: AmountOfWork,
      reach_km: z.int(REACH).check(z.minimum(0, REACH), z.maximum(MAX_REACH_KM, REACH)),
      /** for a hectare or a trip; null when negotiable */
      price_centavos: z._default(
        z.nullable(z.int(PRICE).check(z.minimum(1, PRICE), z.maximum(MAX_CENTAVOS, PRICE))),
        null,
      ),
    },
    'object_expected' satisfies ErrorCode,
  )
  .check(z.refine(hasWholeTrips, { path: ['a_day'], error: WORK }));
export type MachineInput = z.infer<typeof MachineInput>;

/** A machine, with the parts of its listing that guests see. */
export const Machine = z.object({
  post_id: z.string(),
  title: z.string(),
  machine: z.enum(MACHINES),
  unit: z.enum(WORK_UNITS),
  a_day: z.number(),
  /** the most work of one booking */
  a_half_day: z.number(),
  /** whether bookings are for whole days, because it makes one trip a day */
  is_whole_day: z.boolean(),
  reach_km: z.number(),
  price_centavos: z.nullable(z.number()),
  /** PSGC code */
  town: z.string(),
  /** null for guests */
  account: z.nullable(Account),
});
export type Machine = z.infer<typeof Machine>;

const week = choice(z.iso.date(WEEK), WEEK);

const PAGE_SIZE = 50;

/** A search for machines that come to the town and are free in the week. The server checks both. */
export const MachineSearch = z.extend(listQuery(PAGE_SIZE, String.raw`\d{1,4}\.ID`), {
  machine: choice(z.enum(MACHINES), MACHINE),
  /** PSGC code */
  town: choice(z.string(), TOWN),
  /** the Monday; null for any of the weeks that can be booked */
  week,
});
export type MachineSearch = z.infer<typeof MachineSearch>;

const Slot = z.object({
  day: z.iso.date('day_invalid' satisfies ErrorCode),
  half: DayPart,
});
export type Slot = z.infer<typeof Slot>;

export const FreeMachine = z.extend(Machine, {
  /** the approximate distance between its town and that of the search */
  distance_km: z.nullable(z.number()),
  /** the number of free half days in the week, or in all weeks; of free days if booked by whole days */
  free: z.number(),
  /** the first of these; null when all are taken */
  next_free: z.nullable(Slot),
});
export type FreeMachine = z.infer<typeof FreeMachine>;

/** Nearest first. */
export const MachineList = z.object({
  /** the Monday; null for any week */
  week: z.nullable(z.string()),
  /** on all pages */
  count: z.number(),
  machines: z.array(FreeMachine),
  nextCursor: z.nullable(z.string()),
});
export type MachineList = z.infer<typeof MachineList>;

/** A week of a machine; the current one by default, on Saturday and Sunday the next. */
export const WeekQuery = z.object({ week });

/** A half day or whole day of a machine, as the viewer sees it. */
export const HalfDay = z.extend(Slot, {
  /** `away`: set by the owner; `closed`: the listing has ended or is not ready; `over`: too late to book */
  state: z.enum(['free', 'requested', 'booked', 'away', 'closed', 'over']),
  /** the number of requests that wait for the owner */
  requests: z.number(),
  /** the viewer's own booking; for the owner, the agreed one */
  appointment_id: z.nullable(z.string()),
});
export type HalfDay = z.infer<typeof HalfDay>;

/** Whether a member can request it. */
export const canAskFor = ({ state, appointment_id }: HalfDay): boolean =>
  appointment_id === null && state !== 'away' && state !== 'closed' && state !== 'over';

/** A machine's week. */
export const MachineWeek = z.object({
  machine: Machine,
  is_owner: z.boolean(),
  week: z.string(),
  /** the first free part of a day in all weeks; null without one */
  next_free: z.nullable(Slot),
  /** the mornings and afternoons of seven days in order, or the seven days */
  half_days: z.array(HalfDay),
});
export type MachineWeek = z.infer<typeof MachineWeek>;

const HALF_DAYS_A_WEEK = 14;

/** The half days of a week when a machine is away; replaces all of that week. */
export const AwayInput = z.object(
  {
    /** the Monday */
    week: z.iso.date(WEEK),
    away: z.array(Slot).check(z.maxLength(HALF_DAYS_A_WEEK, 'invalid' satisfies ErrorCode)),
  },
  'object_expected' satisfies ErrorCode,
);
export type AwayInput = z.infer<typeof AwayInput>;
