// What may be done with a pickup, and what ends it (docs/decisions/0048-pick-ups.md). Every change asks this table.
import { addDays, daysBetween } from '#lib/contract/days.ts';
import { type Pickup, type PickupAct, REPORT_DAYS } from '#lib/contract/exchange/pickups.ts';
import type { PickupTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { PickupNews } from '#lib/server/platform/notification-events.ts';

import { takesPlaceOn } from './pickup-day.ts';

/** `reported`: one of the two has reported how it went. `differing`: both have, with different figures; `done`: with the same. */
type State = 'requested' | 'agreed' | 'reported' | 'differing' | 'done' | 'ended';

/** How a pickup ends without one of the two. */
export type PickupEnd = 'block' | 'postDeletion' | 'leaving' | 'unanswered' | 'silence' | 'stopped';

/** The first and the last day, counted from that on which it takes place. */
type Days = readonly [first: number, last: number];

const UNTIL_ITS_DAY: Days = [-Infinity, 0];
const UNTIL_REPORTED: Days = [-Infinity, REPORT_DAYS];
const FROM_ITS_DAY: Days = [0, REPORT_DAYS];
const AT_ANY_TIME: Days = [-Infinity, Infinity];

/** A row of the table. */
interface Rule {
  /** in which states, and when */
  from: Partial<Record<State, Days>>;
  by: 'owner' | 'either' | 'site';
  /** the status afterwards; null stays as it is */
  to: Pickup['status'] | null;
  /** what was agreed is left again */
  givesBack: boolean;
  /** who is notified */
  tells: 'other' | 'requester' | null;
  /** of what */
  news: PickupNews | null;
  /** what the owner is notified of besides */
  ownersNews?: PickupNews;
}

const stays = { to: null, givesBack: false } as const;
// What is only requested took nothing.
const isOff = { to: 'called_off', givesBack: true } as const;
const TO_COME = { requested: AT_ANY_TIME, agreed: UNTIL_ITS_DAY };

const RULES: Record<PickupAct | PickupEnd, Rule> = {
  agree: {
    from: { requested: UNTIL_ITS_DAY },
    by: 'owner',
    to: 'agreed',
    givesBack: false,
    tells: 'other',
    news: 'agreed',
  },
  decline: {
    from: { requested: UNTIL_ITS_DAY },
    by: 'owner',
    to: 'declined',
    givesBack: false,
    tells: 'other',
    news: 'declined',
  },
  call_off: {
    from: { requested: UNTIL_ITS_DAY, agreed: UNTIL_ITS_DAY },
    by: 'either',
    ...isOff,
    tells: 'other',
    news: 'calledOff',
  },
  // Of a round.
  skip: {
    from: { agreed: UNTIL_ITS_DAY },
    by: 'either',
    ...isOff,
    tells: 'other',
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
    tells: null,
    news: null,
  },
  place: { from: { agreed: UNTIL_ITS_DAY }, by: 'owner', ...stays, tells: 'other', news: 'placed' },
  confirm: { from: { agreed: UNTIL_ITS_DAY }, by: 'either', ...stays, tells: null, news: null },
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
    tells: 'other',
    news: 'message',
  },
  // Done once both have.
  outcome: {
    from: { agreed: FROM_ITS_DAY, reported: FROM_ITS_DAY },
    by: 'either',
    ...stays,
    tells: 'other',
    news: 'outcome',
  },
  // Once each.
  correct: {
    from: { differing: FROM_ITS_DAY },
    by: 'either',
    ...stays,
    tells: 'other',
    news: 'corrected',
  },

  block: { from: TO_COME, by: 'site', ...isOff, tells: 'other', news: 'ended' },
  postDeletion: { from: TO_COME, by: 'site', ...isOff, tells: 'requester', news: 'deleted' },
  leaving: { from: TO_COME, by: 'site', ...isOff, tells: 'other', news: 'left' },
  unanswered: {
    from: { requested: [1, Infinity] },
    by: 'site',
    ...isOff,
    tells: 'requester',
    news: 'unanswered',
    ownersNews: 'lapsed',
  },
  // One notice is of all of them. Today's may be on its way.
  stopped: {
    from: { requested: AT_ANY_TIME, agreed: [-Infinity, -1] },
    by: 'site',
    ...isOff,
    tells: null,
    news: null,
  },
  silence: {
    from: { agreed: [REPORT_DAYS + 1, Infinity], reported: [REPORT_DAYS + 1, Infinity] },
    by: 'site',
    to: 'done',
    givesBack: false,
    tells: null,
    news: null,
  },
};

/** @returns the row of an act or an end */
export const ruleOf = (name: PickupAct | PickupEnd): Rule => RULES[name];

type Reports = Pick<
  PickupTable,
  | 'status'
  | 'day'
  | 'moved_to'
  | 'owner_result'
  | 'requester_result'
  | 'owner_kg'
  | 'requester_kg'
  | 'owner_corrected'
  | 'requester_corrected'
>;

/** Whether both have reported how it went, with different figures. */
export const isDiffering = ({
  owner_kg,
  requester_kg,
}: Pick<PickupTable, 'owner_kg' | 'requester_kg'>): boolean =>
  owner_kg !== null && requester_kg !== null && owner_kg !== requester_kg;

function stateOf(pickup: Reports): State {
  const { status, owner_result, requester_result } = pickup;
  if (status === 'requested') return status;
  if (status === 'agreed') return owner_result || requester_result ? 'reported' : status;
  if (status !== 'done') return 'ended';
  return isDiffering(pickup) ? 'differing' : status;
}

type Problem = 'pickup_not_yours' | 'pickup_ended' | 'too_early';

/** @returns why an act or an end is not possible on a day; null when it is */
function problemOf(
  name: PickupAct | PickupEnd,
  pickup: Reports,
  today: string,
  isOwner: boolean,
): Problem | null {
  const { from, by } = RULES[name];
  if (by === 'owner' && !isOwner) return 'pickup_not_yours';
  const days = from[stateOf(pickup)];
  if (!days) return 'pickup_ended';
  const [first, last] = days;
  const day = daysBetween(takesPlaceOn(pickup), today);
  if (day < first) return 'too_early';
  const isUsed =
    name === 'correct' && (isOwner ? pickup.owner_corrected : pickup.requester_corrected);
  return day > last || isUsed ? 'pickup_ended' : null;
}

/** @throws AppError pickup_not_yours, pickup_ended, too_early */
export function requireAct(
  act: PickupAct,
  { pickup, isOwner }: { pickup: PickupTable; isOwner: boolean },
  today: string,
): void {
  const problem = problemOf(act, pickup, today, isOwner);
  if (problem) throw new AppError(problem);
}

const isAct = (name: string): name is PickupAct => RULES[name as PickupAct].by !== 'site';

/** @returns what one of the two may do on a day */
export const actsOf = (pickup: Reports, isOwner: boolean, today: string): PickupAct[] =>
  Object.keys(RULES)
    .filter(isAct)
    .filter((act) => problemOf(act, pickup, today, isOwner) === null);

/** Whether a pickup ends so on a day. Of one that may have taken place, only the two can say how it went. */
export const canEnd = (end: PickupEnd, pickup: PickupTable, today: string): boolean =>
  problemOf(end, pickup, today, false) === null;

/** @returns before which day a pickup has waited long enough for an end that a job brings */
export function dueBefore(end: 'unanswered' | 'silence', today: string): string {
  const firsts = Object.values(RULES[end].from).map(([first]) => first);
  return addDays(today, 1 - Math.min(...firsts));
}
