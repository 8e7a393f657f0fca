// What may be done with an appointment, and what ends it: the only code that decides by a status; queries select by it
// (docs/decisions/0103-appointments.md, docs/decisions/0092-machines.md). Every change asks this table.
import { addDays } from '#lib/contract/days.ts';
import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { type AppointmentAct, REPORT_DAYS } from '#lib/contract/exchange/appointments.ts';
import { hasFigures, isHost } from '#lib/contract/exchange/subjects.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { BookingNews, PickupNews } from '#lib/server/platform/notification-events.ts';

import type { Facts, OnTruck, State } from './facts.ts';

type Status = AppointmentTable['status'];

/** How an appointment ends without one of the two. */
export type End =
  | 'block'
  | 'postDeletion'
  | 'leaving'
  | 'unanswered'
  | 'silence'
  | 'over'
  | 'stopped';

/**
 * A day, counted from that on which it takes place, or its `start`: the end of that day for an amount or an afternoon, noon
 * for a morning or a whole day.
 */
type Bound = number | 'start';

/** The first and the last, both included but the start. */
type Days = readonly [first: Bound, last: Bound];

const UNTIL_ITS_START: Days = [-Infinity, 'start'];
const UNTIL_ITS_DAY: Days = [-Infinity, 0];
const UNTIL_REPORTED: Days = [-Infinity, REPORT_DAYS];
const FROM_ITS_DAY: Days = [0, REPORT_DAYS];
const AT_ANY_TIME: Days = [-Infinity, Infinity];
const AFTER_REPORTS: Days = [REPORT_DAYS + 1, Infinity];

/** News of both subjects. */
type News = Extract<PickupNews, BookingNews>;

/** A row of the table. */
interface Rule<N extends PickupNews = PickupNews> {
  /** in which states, and when */
  from: Partial<Record<State, Days>>;
  /** `host`: at whose place it is (`contract/exchange/subjects.ts`) */
  by: 'owner' | 'requester' | 'host' | 'either' | 'site';
  /** the status afterwards; null stays as it is */
  to: Status | null;
  /** what was agreed is left again: what is only requested took nothing */
  givesBack: boolean;
  /** who is notified */
  notifies: 'other' | 'requester' | null;
  /** of what */
  news: N | null;
  /** only of what a truck carries, and of who is on one so */
  truck?: readonly OnTruck[];
  /** what the owner is notified of besides */
  ownersNews?: N;
}

const stays = { to: null, givesBack: false } as const;
const isOff = { to: 'called_off', givesBack: true } as const;
const silently = { notifies: null, news: null } as const;
const TO_COME = { requested: AT_ANY_TIME, agreed: UNTIL_ITS_DAY };
// Others go with it, whatever the two have reported of the driver's own load.
const WHILE_IT_DRIVES = {
  agreed: UNTIL_ITS_DAY,
  reported: UNTIL_ITS_DAY,
  differing: UNTIL_ITS_DAY,
  done: UNTIL_ITS_DAY,
};
const OPEN_UNTIL_ITS_DAY = { requested: UNTIL_ITS_DAY, agreed: UNTIL_ITS_DAY };

/** Of all subjects. */
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

/** Of what has figures. */
const OF_FIGURES = {
  // Of a round.
  skip: {
    from: { agreed: UNTIL_ITS_DAY },
    by: 'either',
    ...isOff,
    notifies: 'other',
    news: 'calledOff',
  },
  // What is agreed for each round: it ends the others with it.
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
  // Done once both have.
  outcome: {
    from: { agreed: FROM_ITS_DAY, reported: FROM_ITS_DAY },
    by: 'either',
    ...stays,
    notifies: 'other',
    news: 'outcome',
  },
  // Once each.
  correct: {
    from: { differing: FROM_ITS_DAY },
    by: 'either',
    ...stays,
    notifies: 'other',
    news: 'corrected',
  },

  // One notice is of all of them. Today's may be on its way.
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
 * Of the truck of who fetches or brings an amount. The one who drives, those who look and those who share hear of it by what
 * it changes (`trucks/`).
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

/** Of what has none: nothing is reported of it. */
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

/** @returns the row of an act or an end */
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

/** @returns why an act or an end is not possible; null when it is */
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

/** Whether an appointment may be changed so, or ends so. */
export const isPossible = (name: Name, facts: Facts): boolean => problemOf(name, facts) === null;

const BEGINS: ReadonlySet<AppointmentAct> = new Set(['offer_room', 'look', 'join']);

/** What rejects an act about a truck. */
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

/** Whether one of the two has done it already, as where it is sent again: then it changes nothing. */
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

/** @returns what one of the two may do */
export const actsOf = (facts: Facts): AppointmentAct[] =>
  ACTS.filter((act) => isPossible(act, facts));

/** The ends that a job brings. */
export type ClockEnd = 'unanswered' | 'silence' | 'over';

/** @returns before which day an appointment has waited long enough for an end that a job brings */
export function dueBefore(end: ClockEnd, today: string): string {
  // An amount starts with the end of its day.
  const firsts = Object.values(ruleOf(end).from).map(([first]) => (first === 'start' ? 1 : first));
  return addDays(today, 1 - Math.min(...firsts));
}
