// How pickups end without one of the two: by a block, a deletion, a member who leaves, or the clock.
import {
  dueBefore,
  type End,
  isPossible,
  ofAmount,
  takesPlaceOn,
} from '#lib/server/exchange/appointments/acts.ts';
import {
  listStandingOf,
  listStandingOfMember,
  lockStock,
  setStandingEnded,
} from '#lib/server/exchange/rounds/queries.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { lockRows, transact } from '#lib/server/platform/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import { changePickup, returnAmount } from './change-pickup.ts';
import { otherOf } from './notify-pickup.ts';
import {
  findStockOf,
  listDue,
  listOpenOfMember,
  listOpenOfPost,
  lockOpenBetween,
  lockPickup,
} from './queries.ts';
import { endIfMissed } from './standing.ts';

const BATCH_SIZE = 100;

/** Whether a pickup ends so on a day. Of one that may have taken place, only the two can say how it went. */
const canEnd = (end: End, pickup: PickupTable, today: string): boolean =>
  isPossible(end, ofAmount(pickup, { today, isOwner: false }));

/** @returns the post of a pickup, when the one who is notified owns it: others do not see it any more */
const ownPost = ({ post_id, owner_id }: PickupTable, to: string | null): string | null =>
  to === owner_id ? post_id : null;

/** Ends what goes on for each round; a round that is being made waits for the listing, or is seen after it. */
async function endAllStanding(
  { now }: Services,
  tx: Executor,
  all: { id: string; post_id: string }[],
  by: string,
): Promise<void> {
  for (const { id, post_id } of all) {
    await lockRows(tx, 'listings', [post_id]);
    await setStandingEnded(tx, id, { by, now: now() });
  }
}

/** The notice of a pickup that ends with others: the first has that of all. */
type Notice = { more: string[] } | { news: null };

/** Of what is of one post, each member hears once. @param toOf who hears of a pickup */
const groupByNotice = (
  ending: PickupTable[],
  toOf: (pickup: PickupTable) => string | null,
): ({ pickup: PickupTable } & Notice)[] => {
  const sorted = ending.toSorted((a, b) => (takesPlaceOn(a) < takesPlaceOn(b) ? -1 : 1));
  const groups = Map.groupBy(sorted, (pickup) => `${pickup.post_id ?? pickup.id} ${toOf(pickup)}`);
  return [...groups.values()].flatMap((group) => {
    const more = group.slice(1).map(({ id }) => id);
    return group.map((pickup, nth) => (nth === 0 ? { pickup, more } : { pickup, news: null }));
  });
};

/** Calls off locked pickups of a member, who blocks or leaves. */
async function endTogether(
  services: Services,
  tx: Executor,
  ending: PickupTable[],
  { end, by }: { end: 'block' | 'leaving'; by: string },
): Promise<void> {
  const toOf = (pickup: PickupTable) => otherOf(pickup, by);
  for (const { pickup: before, ...notice } of groupByNotice(ending, toOf)) {
    const listing = await lockStock(tx, before);
    // The truck of one before may have moved it.
    const pickup = (await lockPickup(tx, before.id)) ?? before;
    const change = { by, columns: { ended_by: by }, link: ownPost(pickup, toOf(pickup)) };
    await changePickup(services, tx, { pickup, listing }, end, { ...change, ...notice });
  }
}

/**
 * Calls off the coming pickups between the viewer and another member, and notifies the other. The caller has locked both
 * members, so that none begins concurrently.
 */
export async function endPickupsBetween(ctx: Ctx, tx: Executor, otherId: string): Promise<void> {
  const { id } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  await endAllStanding(ctx, tx, await listStandingOfMember(tx, id, otherId), id);
  const open = await lockOpenBetween(tx, id, otherId);
  const ending = open.filter((each) => canEnd('block', each, today));
  await endTogether(ctx, tx, ending, { end: 'block', by: id });
}

/** Lists the pickups of a post that its deletion ends. Every change of a pickup locks the listing first. */
async function listEndedWithPost(
  { now }: Services,
  tx: Executor,
  postId: string,
): Promise<PickupTable[]> {
  await lockRows(tx, 'listings', [postId]);
  const today = regionDay(now());
  return (await listOpenOfPost(tx, postId)).filter((each) => canEnd('postDeletion', each, today));
}

/** Adds to what is left of a post's listing what its pickups took that end with the post. */
export async function returnAmountsOfPost(
  services: Services,
  tx: Executor,
  postId: string,
): Promise<void> {
  for (const pickup of await listEndedWithPost(services, tx, postId)) {
    const listing = await lockStock(tx, pickup);
    if (listing) await returnAmount(services, tx, listing, pickup);
  }
}

/**
 * Calls off the coming pickups of a post that is being deleted or loses its listing, and notifies those who requested
 * them.
 * @param link the post, unless it is deleted
 */
export async function endPickupsOfPost(
  services: Services,
  tx: Executor,
  { id, link }: { id: string; link: string | null },
): Promise<void> {
  const ending = await listEndedWithPost(services, tx, id);
  for (const { pickup, ...notice } of groupByNotice(ending, ({ requester_id }) => requester_id))
    await changePickup(services, tx, { pickup, listing: null }, 'postDeletion', {
      link,
      ...notice,
    });
  // With the post they go; without its listing there are no rounds.
  for (const { id: standingId } of await listStandingOf(tx, id))
    await setStandingEnded(tx, standingId, { by: null, now: services.now() });
}

/** Calls off the pickups of a member who leaves that are still to come, and notifies those who wait for them. */
export async function leavePickups(
  services: Services,
  tx: Executor,
  memberId: string,
): Promise<void> {
  const today = regionDay(services.now());
  await endAllStanding(services, tx, await listStandingOfMember(tx, memberId), memberId);
  const ending: PickupTable[] = [];
  for (const open of await listOpenOfMember(tx, memberId)) {
    await lockStock(tx, open);
    const pickup = await lockPickup(tx, open.id);
    if (pickup && canEnd('leaving', pickup, today)) ending.push(pickup);
  }
  await endTogether(services, tx, ending, { end: 'leaving', by: memberId });
}

type DueEnd = 'unanswered' | 'silence';

/** Ends a pickup, unless another server, or one of the two, was faster. @returns whether this call did */
const endIfDue = (services: Services, id: string, end: DueEnd): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    const taken = await findStockOf(tx, id);
    if (taken?.of_round) await lockStock(tx, taken);
    const pickup = await lockPickup(tx, id);
    if (!pickup || !canEnd(end, pickup, regionDay(services.now()))) return false;
    await changePickup(services, tx, { pickup, listing: null }, end);
    await endIfMissed(services, tx, pickup);
    return true;
  });

/** @returns how many ended */
async function endDue(services: Services, end: DueEnd): Promise<number> {
  const before = dueBefore(end, regionDay(services.now()));
  const status = end === 'silence' ? 'agreed' : 'requested';
  let ended = 0;
  for (;;) {
    const due = await listDue(services.db, status, before, BATCH_SIZE);
    for (const { id } of due) if (await endIfDue(services, id, end)) ended += 1;
    if (due.length < BATCH_SIZE) return ended;
  }
}

/**
 * Ends the requests whose day is over, so that their members can request another day.
 * @returns how many
 */
export const endPastRequests = (services: Services): Promise<number> =>
  endDue(services, 'unanswered');

/**
 * Ends agreed pickups two weeks after their day: a report of one of them alone does not count.
 * @returns how many
 */
export const endSilentPickups = (services: Services): Promise<number> =>
  endDue(services, 'silence');
