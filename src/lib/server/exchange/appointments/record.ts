// How often a member did as agreed, as other members see it.
import { addDays } from '#lib/contract/days.ts';
import type { AppointmentRecord } from '#lib/contract/exchange/appointments.ts';
import type { MemberActivity } from '#lib/contract/exchange/member-activity.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { regionDay } from '#lib/site.ts';

import { listOutcomes } from './queries.ts';

const MONTHS_12 = 365;
const RECENT_DAYS = 90;
// Fewer are not significant.
const MIN_AGREED = 3;

type Outcome = Awaited<ReturnType<typeof listOutcomes>>[number];

/**
 * Whether the member did as agreed, according to the other member; null when unknown, or when there was another
 * reason.
 */
function wasFulfilled(memberId: string, outcome: Outcome): boolean | null {
  const isOwner = outcome.owner_id === memberId;
  const result = isOwner ? outcome.requester_result : outcome.owner_result;
  const reason = isOwner ? outcome.requester_reason : outcome.owner_reason;
  if (result === null) return null;
  return result === 'not' ? (reason === 'other' ? null : false) : true;
}

/**
 * Counts how often a member did as agreed. A single miss in the last 90 days is ignored until there is a second.
 * @returns null for fewer than three pickups
 */
function countRecord(
  memberId: string,
  outcomes: Outcome[],
  today: string,
): AppointmentRecord | null {
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

/** Whether the member was to hand something over in a pickup. */
const isHandingOver = (memberId: string, { owner_id, kind }: Outcome): boolean =>
  (owner_id === memberId) === (kind !== 'need');

/** @returns null for fewer than three, which would reveal when a single pickup was */
const unlessFew = (count: number): number | null => (count < MIN_AGREED ? null : count);

async function listLastYear({ db, now }: Services, memberIds: string[]): Promise<Outcome[]> {
  if (memberIds.length === 0) return [];
  return listOutcomes(db, memberIds, addDays(regionDay(now()), -MONTHS_12));
}

/** The records of members in the last twelve months; null for fewer than three pickups. */
export async function getRecords(
  services: Services,
  memberIds: string[],
): Promise<Map<string, AppointmentRecord | null>> {
  const ids = [...new Set(memberIds)];
  const outcomes = await listLastYear(services, ids);
  const today = regionDay(services.now());
  return new Map(
    ids.map((id) => {
      const own = outcomes.filter((each) => each.owner_id === id || each.requester_id === id);
      return [id, countRecord(id, own, today)];
    }),
  );
}

/** The numbers of a member's pickups in the last twelve months, as all members see them; null below three. */
export async function getPublicRecord(
  services: Services,
  memberId: string,
): Promise<MemberActivity['record']> {
  const outcomes = await listLastYear(services, [memberId]);
  const done = outcomes.filter(({ kg }) => Number(kg) > 0);
  const handedOver = done.filter((each) => isHandingOver(memberId, each)).length;
  return {
    handed_over: unlessFew(handedOver),
    picked_up: unlessFew(done.length - handedOver),
    appointments: countRecord(memberId, outcomes, regionDay(services.now())),
  };
}
