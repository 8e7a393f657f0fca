import { addDays } from '#lib/contract/days.ts';
import type { PickupRecord } from '#lib/contract/pickups.ts';
import type { Services } from '#lib/server/context.ts';
import { regionDay } from '#lib/site.ts';

import { listOutcomes } from './queries.ts';

const MONTHS_12 = 365;
const RECENT_DAYS = 90;
// Fewer say nothing.
const MIN_AGREED = 3;

type Outcome = Awaited<ReturnType<typeof listOutcomes>>[number];

/** Whether the member did as agreed, as the other says; null when that is not known, or had another reason. */
function wasFulfilled(memberId: string, outcome: Outcome): boolean | null {
  const isOwner = outcome.owner_id === memberId;
  const result = isOwner ? outcome.requester_result : outcome.owner_result;
  const reason = isOwner ? outcome.requester_reason : outcome.owner_reason;
  if (result === null) return null;
  return result === 'not' ? (reason === 'other' ? null : false) : true;
}

/**
 * Counts how often a member did as agreed. One miss of the last 90 days is left out until there is a second.
 * @returns null below three pick-ups
 */
function countRecord(memberId: string, outcomes: Outcome[], today: string): PickupRecord | null {
  const known = outcomes.map((outcome) => ({
    day: outcome.day,
    isFulfilled: wasFulfilled(memberId, outcome),
  }));
  const fulfilled = known.filter(({ isFulfilled }) => isFulfilled === true).length;
  const missed = known.filter(({ isFulfilled }) => isFulfilled === false);
  const recent = missed.filter(({ day }) => day > addDays(today, -RECENT_DAYS));
  const misses = missed.length - (recent.length === 1 ? 1 : 0);
  const agreed = fulfilled + misses;
  return agreed < MIN_AGREED ? null : { fulfilled, agreed };
}

/** A member's record of the last twelve months; null below three pick-ups. */
export async function getRecord(
  { db, now }: Services,
  memberId: string,
): Promise<PickupRecord | null> {
  const today = regionDay(now());
  return countRecord(memberId, await listOutcomes(db, memberId, addDays(today, -MONTHS_12)), today);
}
