// What may be done with an appointment, and what ends it: the only code that decides by a status; queries select by it
// (docs/decisions/0048-pick-ups.md, docs/decisions/0092-machines.md). Every change asks this table.
import { addDays, daysBetween } from '#lib/contract/days.ts';
import { OPEN_STATUSES, type PickupAct, REPORT_DAYS } from '#lib/contract/exchange/pickups.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { BookingNews, PickupNews } from '#lib/server/platform/notification-events.ts';
import { regionClock, regionDay } from '#lib/site.ts';

import type { DaysToCome } from './queries.ts';

type Status = AppointmentTable['status'];

/** Whether an appointment has not ended. */
export const isOpen = ({ status }: { status: Status }): boolean =>
  OPEN_STATUSES.some((open) => open === status);

/** Whether the two agreed, and it was not called off. */
export const isAgreed = ({ status }: { status: Status }): boolean =>
  status === 'agreed' || status === 'done';

/** `reported`: one of the two has reported how it went. `differing`: both have, with different figures; `done`: with the same. */
type State = 'requested' | 'agreed' | 'reported' | 'differing' | 'done' | 'ended';

/** How an appointment ends without one of the two. */
export type End = 'block' | 'postDeletion' | 'leaving' | 'unanswered' | 'silence' | 'stopped';

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
  by: 'owner' | 'either' | 'site';
  /** the status afterwards; null stays as it is */
  to: Status | null;
  /** what was agreed is left again: what is only requested took nothing */
  givesBack: boolean;
  /** who is notified */
  notifies: 'other' | 'requester' | null;
  /** of what */
  news: N | null;
  /** what the owner is notified of besides */
  ownersNews?: N;
}

const stays = { to: null, givesBack: false } as const;
const isOff = { to: 'called_off', givesBack: true } as const;
const silently = { notifies: null, news: null } as const;
const TO_COME = { requested: AT_ANY_TIME, agreed: UNTIL_ITS_DAY };
const OPEN_UNTIL_ITS_DAY = { requested: UNTIL_ITS_DAY, agreed: UNTIL_ITS_DAY };

/** Of an amount, and of a half day. */
const OF_BOTH = {
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

/** Of an amount alone. */
const OF_AMOUNTS = {
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
  place: {
    from: { agreed: UNTIL_ITS_DAY },
    by: 'owner',
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

const RULES: Record<PickupAct | End, Rule> = { ...OF_BOTH, ...OF_AMOUNTS };

export type ActOfBoth = Extract<keyof typeof OF_BOTH, PickupAct>;
type NameOfBoth = keyof typeof OF_BOTH;
type Name = PickupAct | End;

/** @returns the row of an act or an end */
export function ruleOf(name: NameOfBoth): Rule<News>;
export function ruleOf(name: Name): Rule;
export function ruleOf(name: Name): Rule {
  return RULES[name];
}

type Reports = Pick<
  AppointmentTable,
  | 'status'
  | 'owner_result'
  | 'requester_result'
  | 'owner_kg'
  | 'requester_kg'
  | 'owner_corrected'
  | 'requester_corrected'
>;

/** What the table asks of an appointment. */
export interface Facts {
  isOfAmount: boolean;
  isOwner: boolean;
  state: State;
  /** how many days ago it takes place: less than 0 ahead */
  daysAgo: number;
  hasStarted: boolean;
  /** whether the viewer has corrected what they reported */
  hasCorrected: boolean;
}

/** Whether both have reported how it went, with different figures. */
export const isDiffering = ({
  owner_kg,
  requester_kg,
}: Pick<AppointmentTable, 'owner_kg' | 'requester_kg'>): boolean =>
  owner_kg !== null && requester_kg !== null && owner_kg !== requester_kg;

function stateOf(appointment: Reports): State {
  const { status, owner_result, requester_result } = appointment;
  if (status === 'requested') return status;
  if (status === 'agreed') return owner_result || requester_result ? 'reported' : status;
  if (status !== 'done') return 'ended';
  return isDiffering(appointment) ? 'differing' : status;
}

/** The day on which an appointment takes place: as agreed, or that of a shared truck; in SQL, `TAKES_PLACE_ON`. */
export const takesPlaceOn = ({
  day,
  moved_to,
}: Pick<AppointmentTable, 'day' | 'moved_to'>): string => moved_to ?? day;

const NOON = 12;

/** @returns the first days of mornings and of afternoons that have not started: a morning has at noon, and so has a whole day */
export function daysToCome({ now }: Pick<Services, 'now'>): DaysToCome {
  const at = now();
  const today = regionDay(at);
  const [hour] = regionClock(at);
  return { morning: hour >= NOON ? addDays(today, 1) : today, afternoon: today };
}

/** @returns what the table asks of an appointment. @param isOwner whether the viewer agrees to it, or another requests it */
export function factsOf(
  services: Pick<Services, 'now'>,
  row: Reports & Pick<AppointmentTable, 'subject' | 'day' | 'moved_to' | 'half'>,
  isOwner: boolean,
): Facts {
  const daysAgo = daysBetween(takesPlaceOn(row), regionDay(services.now()));
  const corrected = isOwner ? row.owner_corrected : row.requester_corrected;
  return {
    isOfAmount: row.subject === 'amount',
    isOwner,
    state: stateOf(row),
    daysAgo,
    hasStarted: row.half === null ? daysAgo > 0 : row.day < daysToCome(services)[row.half],
    hasCorrected: Boolean(corrected),
  };
}

type Problem = 'not_yours' | 'ended' | 'too_early';

const isBefore = (first: Bound, { daysAgo, hasStarted }: Facts): boolean =>
  first === 'start' ? !hasStarted : daysAgo < first;

const isAfter = (last: Bound, { daysAgo, hasStarted }: Facts): boolean =>
  last === 'start' ? hasStarted : daysAgo > last;

const isOfBoth = (name: Name): name is NameOfBoth => name in OF_BOTH;

/** @returns why an act or an end is not possible; null when it is */
function problemOf(name: Name, facts: Facts): Problem | null {
  const { from, by } = ruleOf(name);
  if (by === 'owner' && !facts.isOwner) return 'not_yours';
  const days = from[facts.state];
  if (!days || !(facts.isOfAmount || isOfBoth(name))) return 'ended';
  const [first, last] = days;
  if (isBefore(first, facts)) return 'too_early';
  const isUsed = name === 'correct' && facts.hasCorrected;
  return isAfter(last, facts) || isUsed ? 'ended' : null;
}

/** Whether an appointment may be changed so, or ends so. */
export const isPossible = (name: Name, facts: Facts): boolean => problemOf(name, facts) === null;

/** @throws AppError pickup_not_yours, pickup_ended, booking_not_yours, booking_ended, too_early */
export function requireAct(act: PickupAct, facts: Facts): void {
  const problem = problemOf(act, facts);
  if (problem === null) return;
  const noun = facts.isOfAmount ? 'pickup' : 'booking';
  throw new AppError(problem === 'too_early' ? problem : `${noun}_${problem}`);
}

/** Whether one of the two has done it already, as where it is sent again: then it changes nothing. */
export function isRepeated(
  act: PickupAct,
  { status, ended_by }: Pick<AppointmentTable, 'status' | 'ended_by'>,
  { isOwner, memberId }: { isOwner: boolean; memberId: string },
): boolean {
  const { by, to } = ruleOf(act);
  return status === to && (by === 'owner' ? isOwner : ended_by === memberId);
}

const isAct = (name: string): name is PickupAct => ruleOf(name as Name).by !== 'site';
const ACTS = Object.keys(RULES).filter(isAct);
const ACTS_OF_BOTH = Object.keys(OF_BOTH).filter((name): name is ActOfBoth => isAct(name));

/** @returns what one of the two may do with an amount */
export const actsOf = (facts: Facts): PickupAct[] => ACTS.filter((act) => isPossible(act, facts));

/** @returns what one of the two may do with a half day */
export const actsOfHalfDay = (facts: Facts): ActOfBoth[] =>
  ACTS_OF_BOTH.filter((act) => isPossible(act, facts));

/** @returns before which day an amount has waited long enough for an end that a job brings */
export function dueBefore(end: 'unanswered' | 'silence', today: string): string {
  // An amount starts with the end of its day.
  const firsts = Object.values(ruleOf(end).from).map(([first]) => (first === 'start' ? 1 : first));
  return addDays(today, 1 - Math.min(...firsts));
}
