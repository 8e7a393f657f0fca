import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { Account } from '#lib/contract/people/members.ts';

import { choice } from './listing-search.ts';
import { isArea } from './season.ts';

export const MACHINES = ['baler', 'chipper', 'loader', 'truck', 'dryer'] as const;
export const WORK_UNITS = ['hectare', 'trip'] as const;
export const HALVES = ['morning', 'afternoon'] as const;
/** What of a day is booked: half of it, or all of it where a machine makes one trip a day. */
export const DayPart = z.enum([...HALVES, 'day'], 'half_invalid' satisfies ErrorCode);
export type DayPart = z.infer<typeof DayPart>;

/** How many weeks can be booked, with the present one. */
export const MACHINE_WEEKS = 16;

export const MACHINES_FRESH_SECONDS = 60;

const MAX_REACH_KM = 150;
const MAX_A_DAY = 100;
const MAX_CENTAVOS = 100_000_000;
/** In a unit: amounts are stored in them. */
export const HUNDREDTHS = 100;

const MACHINE = 'machine_invalid' satisfies ErrorCode;
const UNIT = 'work_unit_invalid' satisfies ErrorCode;
const WORK = 'work_out_of_range' satisfies ErrorCode;
const REACH = 'reach_out_of_range' satisfies ErrorCode;
const PRICE = 'price_out_of_range' satisfies ErrorCode;
const TOWN = 'town_invalid' satisfies ErrorCode;
const WEEK = 'week_invalid' satisfies ErrorCode;

/** Hectares or trips. */
export const AmountOfWork = z
  .number(WORK)
  .check(z.refine(isArea, WORK), z.maximum(MAX_A_DAY, WORK));

interface Work {
  unit: string;
  a_day?: number;
  amount?: number;
}

/** Zod refinement. */
export const hasWholeTrips = ({ unit, a_day }: Work) => unit !== 'trip' || Number.isInteger(a_day);

/** What a machine does, as its owner states it. */
export const MachineInput = z
  .object(
    {
      machine: z.enum(MACHINES, MACHINE),
      unit: z.enum(WORK_UNITS, UNIT),
      a_day: AmountOfWork,
      reach_km: z.int(REACH).check(z.minimum(0, REACH), z.maximum(MAX_REACH_KM, REACH)),
      /** of a hectare or a trip; null when it is agreed on */
      price_centavos: z._default(
        z.nullable(z.int(PRICE).check(z.minimum(1, PRICE), z.maximum(MAX_CENTAVOS, PRICE))),
        null,
      ),
    },
    'object_expected' satisfies ErrorCode,
  )
  .check(z.refine(hasWholeTrips, { path: ['a_day'], error: WORK }));
export type MachineInput = z.infer<typeof MachineInput>;

/** A machine, with what guests see of its listing. */
export const Machine = z.object({
  post_id: z.string(),
  title: z.string(),
  machine: z.enum(MACHINES),
  unit: z.enum(WORK_UNITS),
  a_day: z.number(),
  /** at most, in one booking */
  a_half_day: z.number(),
  /** whether one booking has a day of it, as it makes one trip a day */
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

/** Which machines: those that come to the town, and are free in the week. The server checks town and week. */
export const MachineSearch = z.extend(listQuery(PAGE_SIZE, String.raw`\d{1,4}\.ID`), {
  machine: choice(z.enum(MACHINES), MACHINE),
  /** PSGC code */
  town: choice(z.string(), TOWN),
  /** its Monday; the present week by default */
  week,
});
export type MachineSearch = z.infer<typeof MachineSearch>;

export const FreeMachine = z.extend(Machine, {
  /** about how far its town is from that of the search */
  distance_km: z.nullable(z.number()),
  /** how many half days of the week are free, or days of a machine that is booked by whole days */
  free: z.number(),
});
export type FreeMachine = z.infer<typeof FreeMachine>;

/** The nearest first. */
export const MachineList = z.object({
  week: z.string(),
  /** of all pages */
  count: z.number(),
  machines: z.array(FreeMachine),
  nextCursor: z.nullable(z.string()),
});
export type MachineList = z.infer<typeof MachineList>;

export const WeekQuery = z.object({ week });

const Slot = z.object({
  day: z.iso.date('day_invalid' satisfies ErrorCode),
  half: DayPart,
});
export type Slot = z.infer<typeof Slot>;

/** A half day of a machine, or a whole one, as the viewer sees it. */
export const HalfDay = z.extend(Slot, {
  /** `away`: its owner says so; `closed`: its listing has ended or is not ready; `over`: it is too late */
  state: z.enum(['free', 'requested', 'booked', 'away', 'closed', 'over']),
  /** how many wait for its owner's word */
  requests: z.number(),
  /** the viewer's own booking, or for the owner that which has it */
  appointment_id: z.nullable(z.string()),
});
export type HalfDay = z.infer<typeof HalfDay>;

/** Whether a member may ask for it. */
export const canAskFor = ({ state, appointment_id }: HalfDay): boolean =>
  appointment_id === null && state !== 'away' && state !== 'closed' && state !== 'over';

/** A machine's week. */
export const MachineWeek = z.object({
  machine: Machine,
  is_owner: z.boolean(),
  week: z.string(),
  /** the mornings and afternoons of seven days in order, or the days themselves */
  half_days: z.array(HalfDay),
});
export type MachineWeek = z.infer<typeof MachineWeek>;

const HALF_DAYS_A_WEEK = 14;

/** Which half days of a week a machine is away: exactly these. */
export const AwayInput = z.object(
  {
    /** its Monday */
    week: z.iso.date(WEEK),
    away: z.array(Slot).check(z.maxLength(HALF_DAYS_A_WEEK, 'invalid' satisfies ErrorCode)),
  },
  'object_expected' satisfies ErrorCode,
);
export type AwayInput = z.infer<typeof AwayInput>;
