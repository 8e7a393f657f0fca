// The rules for acts on appointments, and for their ends. Only this table decides by status; queries merely select by
// it (docs/decisions/0103-appointments.md, docs/decisions/0092-machines.md). Every change checks this table.
import { addDays } from '#lib/contract/days.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { type AppointmentAct, REPORT_DAYS } from '#lib/contract/exchange/appointments.ts';
import { hasFigures, isHost } from '#lib/contract/exchange/subjects.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { BookingNews, PickupNews } from '#lib/server/platform/notification-events.ts';

import type { Facts, OnTruck, State } from './facts.ts';

type Status = AppointmentTable['status'];

/** The ways in which an appointment ends without an act of its members. */
export type End =
  | 'block'
  | 'postDeletion'
  | 'leaving'
  | 'unanswered'
  | 'silence'
  | 'over'
  | 'stopped';

/**
 * A number of days after the appointment's day, or its `start`: the end of the day for an amount or an afternoon,
 * noon for a morning or a whole day.
 */
type Bound = number | 'start';

/** Both inclusive, except `start`. */
type Days = readonly [first: Bound, last: Bound];

const UNTIL_ITS_START: Days = [-Infinity, 'start'];
const UNTIL_ITS_DAY: Days = [-Infinity, 0];
const UNTIL_REPORTED: Days = [-Infinity, REPORT_DAYS];
const FROM_ITS_DAY: Days = [0, REPORT_DAYS];
const AT_ANY_TIME: Days = [-Infinity, Infinity];
const AFTER_REPORTS: Days = [REPORT_DAYS + 1, Infinity];

/** News that both subjects have. */
type News = Extract<PickupNews, BookingNews>;

/** A row of the table. */
interface Rule<N extends PickupNews = PickupNews> {
  /** the states that allow it, with the days */
  from: Partial<Record<State, Days>>;
  /** `host`: the member at whose place it is (`contract/exchange/subjects.ts`) */
  by: 'owner' | 'requester' | 'host' | 'either' | 'site';
  /** the new status; null leaves it unchanged */
  to: Status | null;
  /** whether the agreed amount or half day is free again; mere requests took nothing */
  givesBack: boolean;
  /** the recipient of the notification */
  notifies: 'other' | 'requester' | null;
  /** the subject of the notification */
  news: N | null;
  /** only for pickups with a load, whose requester has this relation to a truck */
  truck?: readonly OnTruck[];
  /** an additional notification for the owner */
  ownersNews?: N;
}

const stays = { to: null, givesBack: false } as const;
const isOff = { to: 'called_off', givesBack: true } as const;
const silently = { notifies: null, news: null } as const;
const TO_COME = { requested: AT_ANY_TIME, agreed: UNTIL_ITS_DAY };
// Other members' loads are on the truck, whatever its driver and the owner have reported.
const WHILE_IT_DRIVES = {
  agreed: UNTIL_ITS_DAY,
  reported: UNTIL_ITS_DAY,
  differing: UNTIL_ITS_DAY,
  done: UNTIL_ITS_DAY,
};
const OPEN_UNTIL_ITS_DAY = { requested: UNTIL_ITS_DAY, agreed: UNTIL_ITS_DAY };

/** For all subjects. */
const OF_ALL = {
  agree: {
    from: { requested: UNTIL_ITS_START },
    by: 'owner',
    to: 'agreed',
    givesBack: false,
    notifies: 'other',
    news: 'agreed',
  },
  decline: {
    from: { requested: UNTIL_ITS_START },
    by: 'owner',
    to: 'declined',
    givesBack: false,
    notifies: 'other',
    news: 'declined',
  },
  call_off: {
    from: OPEN_UNTIL_ITS_DAY,
    by: 'either',
    ...isOff,
    notifies: 'other',
    news: 'calledOff',
  },
  place: {
    from: { agreed: UNTIL_ITS_DAY },
    by: 'host',
    ...stays,
    notifies: 'other',
    news: 'placed',
  },
  confirm: { from: { agreed: UNTIL_ITS_DAY }, by: 'either', ...stays, ...silently },
  message: {
    from: {
      requested: UNTIL_ITS_DAY,
      agreed: UNTIL_REPORTED,
      reported: UNTIL_REPORTED,
      differing: UNTIL_REPORTED,
      done: UNTIL_REPORTED,
    },
    by: 'either',
    ...stays,
    notifies: 'other',
    news: 'message',
  },

  block: { from: TO_COME, by: 'site', ...isOff, notifies: 'other', news: 'ended' },
  postDeletion: { from: TO_COME, by: 'site', ...isOff, notifies: 'requester', news: 'deleted' },
  leaving: { from: TO_COME, by: 'site', ...isOff, notifies: 'other', news: 'left' },
  unanswered: {
    from: { requested: ['start', Infinity] },
    by: 'site',
    ...isOff,
    notifies: 'requester',
    news: 'unanswered',
    ownersNews: 'lapsed',
  },
} as const satisfies Record<string, Rule<News>>;

/** For subjects with figures. */
const OF_FIGURES = {
  // Skips a round.
  skip: {
    from: { agreed: UNTIL_ITS_DAY },
    by: 'either',
    ...isOff,
    notifies: 'other',
    news: 'calledOff',
  },
  // Ends the agreement for each round, with all its pickups.
  stop: {
    from: {
      requested: AT_ANY_TIME,
      agreed: AT_ANY_TIME,
      reported: AT_ANY_TIME,
      differing: AT_ANY_TIME,
      done: AT_ANY_TIME,
      ended: AT_ANY_TIME,
    },
    by: 'either',
    ...stays,
    ...silently,
  },
  // Once both members have reported, the appointment is done.
  outcome: {
    from: { agreed: FROM_ITS_DAY, reported: FROM_ITS_DAY },
    by: 'either',
    ...stays,
    notifies: 'other',
    news: 'outcome',
  },
  // Once per member.
  correct: {
    from: { differing: FROM_ITS_DAY },
    by: 'either',
    ...stays,
    notifies: 'other',
    news: 'corrected',
  },

  // One notification covers all. Today's pickup may be on its way.
  stopped: {
    from: { requested: AT_ANY_TIME, agreed: [-Infinity, -1] },
    by: 'site',
    ...isOff,
    ...silently,
  },
  silence: {
    from: { agreed: AFTER_REPORTS, reported: AFTER_REPORTS },
    by: 'site',
    to: 'done',
    givesBack: false,
    ...silently,
  },
} as const satisfies Record<string, Rule>;

/**
 * For the requester's truck. Its driver, its loads and those who look for space are notified by the changes
 * themselves (`trucks/`).
 */
const OF_TRUCKS = {
  offer_room: {
    from: { agreed: UNTIL_ITS_DAY },
    by: 'requester',
    truck: ['none', 'looks'],
    ...stays,
    ...silently,
  },
  set_room: { from: WHILE_IT_DRIVES, by: 'requester', truck: ['drives'], ...stays, ...silently },
  end_truck: { from: WHILE_IT_DRIVES, by: 'requester', truck: ['drives'], ...stays, ...silently },
  look: {
    from: OPEN_UNTIL_ITS_DAY,
    by: 'requester',
    truck: ['none'],
    ...stays,
    ...silently,
  },
  join: {
    from: OPEN_UNTIL_ITS_DAY,
    by: 'requester',
    truck: ['none', 'looks'],
    ...stays,
    ...silently,
  },
  leave: {
    from: OPEN_UNTIL_ITS_DAY,
    by: 'requester',
    truck: ['looks', 'goes'],
    ...stays,
    ...silently,
  },
} as const satisfies Record<string, Rule>;

/** For subjects without figures: their outcome is not reported. */
const OF_TIMES = {
  over: {
    from: { agreed: [1, Infinity] },
    by: 'site',
    to: 'done',
    givesBack: false,
    ...silently,
  },
} as const satisfies Record<string, Rule>;

const RULES: Record<AppointmentAct | End, Rule> = {
  ...OF_ALL,
  ...OF_FIGURES,
  ...OF_TRUCKS,
  ...OF_TIMES,
};

type NameOfAll = keyof typeof OF_ALL;
type Name = AppointmentAct | End;

export function ruleOf(name: NameOfAll): Rule<News>;
export function ruleOf(name: Name): Rule;
export function ruleOf(name: Name): Rule {
  return RULES[name];
}

type Problem = 'not_yours' | 'ended' | 'too_early' | 'other_truck';

const isBefore = (first: Bound, { daysAgo, hasStarted }: Facts): boolean =>
  first === 'start' ? !hasStarted : daysAgo < first;

const isAfter = (last: Bound, { daysAgo, hasStarted }: Facts): boolean =>
  last === 'start' ? hasStarted : daysAgo > last;

const isOf = (name: Name, facts: Facts): boolean => {
  if (name in OF_TRUCKS) return facts.hasLoad;
  if (name in OF_ALL) return true;
  return hasFigures(facts) === name in OF_FIGURES;
};

const isBy = (by: Rule['by'], facts: Facts): boolean => {
  if (by === 'host') return isHost(facts, facts.isOwner);
  return by === 'either' || by === 'site' || facts.isOwner === (by === 'owner');
};

/** @returns why an act or an end is impossible; null when it is possible */
function problemOf(name: Name, facts: Facts): Problem | null {
  const { from, by, truck } = ruleOf(name);
  if (!isBy(by, facts) || (truck && !facts.hasLoad)) return 'not_yours';
  const days = from[facts.state];
  if (!days || !isOf(name, facts)) return 'ended';
  const [first, last] = days;
  if (isBefore(first, facts)) return 'too_early';
  const isUsed = name === 'correct' && facts.hasCorrected;
  if (isAfter(last, facts) || isUsed) return 'ended';
  return truck && !truck.includes(facts.truck) ? 'other_truck' : null;
}

export const isPossible = (name: Name, facts: Facts): boolean => problemOf(name, facts) === null;

const BEGINS: ReadonlySet<AppointmentAct> = new Set(['offer_room', 'look', 'join']);

/** The error code of an impossible act about a truck. */
function truckCode(act: AppointmentAct, problem: Problem, { state, truck }: Facts): ErrorCode {
  if (problem === 'not_yours') return 'trip_not_yours';
  if (problem === 'other_truck') {
    if (BEGINS.has(act)) return 'trip_exists';
    return truck === 'none' ? 'trip_ended' : 'trip_not_yours';
  }
  return act === 'offer_room' && state === 'requested' ? 'trip_before_agreement' : 'pickup_ended';
}

export function requireAct(act: AppointmentAct, facts: Facts): void {
  const problem = problemOf(act, facts);
  if (problem === null) return;
  if (problem === 'other_truck' || act in OF_TRUCKS)
    throw new AppError(truckCode(act, problem, facts));
  const noun = hasFigures(facts) ? 'pickup' : 'booking';
  throw new AppError(problem === 'too_early' ? problem : `${noun}_${problem}`);
}

/** Whether the act has already been done by this member, as when a request is repeated: it then changes nothing. */
export function isRepeated(
  act: AppointmentAct,
  { status, ended_by }: Pick<AppointmentTable, 'status' | 'ended_by'>,
  { isOwner, memberId }: { isOwner: boolean; memberId: string },
): boolean {
  const { by, to } = ruleOf(act);
  return status === to && (by === 'owner' ? isOwner : ended_by === memberId);
}

const isAct = (name: string): name is AppointmentAct => ruleOf(name as Name).by !== 'site';
const ACTS = Object.keys(RULES).filter(isAct);

/** @returns the acts that are possible for a member now */
export const actsOf = (facts: Facts): AppointmentAct[] =>
  ACTS.filter((act) => isPossible(act, facts));

/** The ends that a job brings about. */
export type ClockEnd = 'unanswered' | 'silence' | 'over';

/** @returns the day before which appointments are due for this end */
export function dueBefore(end: ClockEnd, today: string): string {
  // An amount starts at the end of its day.
  const firsts = Object.values(ruleOf(end).from).map(([first]) => (first === 'start' ? 1 : first));
  return addDays(today, 1 - Math.min(...firsts));
}
