// Creates the rounds of repeating listings, each once (docs/decisions/0088-rounds.md).
import { addDays } from '#lib/contract/days.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import { mostAhead, roundDays, ROUNDS_AHEAD_DAYS } from '#lib/contract/exchange/rounds.ts';
import { AS_REQUESTED, insertAppointment } from '#lib/server/exchange/appointments/queries.ts';
import {
  lockListing,
  lockStock,
  updateListing,
  updateStock,
} from '#lib/server/exchange/stock/queries.ts';
import {
  insertRound,
  listRounds,
  listRoundsDue,
} from '#lib/server/exchange/stock/round-queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type {
  AmountAppointment,
  Executor,
  ListingTable,
  StandingAppointmentTable,
} from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';

import {
  findLastOf,
  findStanding,
  hasPickupOn,
  listPickupDays,
  listStandingOf,
  setStandingAgreed,
  sumAhead,
} from './standing-queries.ts';

const BATCH_SIZE = 100;

/** @returns the days of rounds from today on, as far ahead as they are created */
export const daysAhead = (listing: Parameters<typeof roundDays>[0], today: string): string[] =>
  roundDays(listing, today, addDays(today, ROUNDS_AHEAD_DAYS));

/** Notifies both members of a pickup that was created automatically. */
async function notifyOfRound({ notify }: Services, tx: Executor, pickup: AmountAppointment) {
  const { owner_id, requester_id, post_id: link } = pickup;
  for (const to of [owner_id, requester_id])
    if (to !== null)
      await notify(tx, { event: 'pickup_changed', pickup, news: 'round', to, actorId: null, link });
}

/**
 * Takes the agreed amount of a new round, unless too little is left, or the member skipped the round.
 * @returns the pickup, if this call created it
 */
async function takeAhead(
  { now }: Services,
  tx: Executor,
  standing: StandingAppointmentTable,
  day: string,
): Promise<AmountAppointment | null> {
  const { id, post_id, amount } = standing;
  const stock = await lockStock(tx, { post_id, day, of_round: 1 });
  const left = stock?.amount_left ?? 0;
  if (!stock || left < amount || (await hasPickupOn(tx, standing, day))) return null;
  const last = await findLastOf(tx, id);
  if (!last) return null;
  // By this, the figures distinguish it from a member's request.
  const at = now();
  const times = { created_at: at, updated_at: at, agreed_at: at };
  const own = { id: newId(), of_round: 1 as const, standing_id: id, day, amount, unit: stock.unit };
  const agreed = { status: 'agreed' as const, place: last.place };
  const pickup = { ...last, ...AS_REQUESTED, ...agreed, ...own, ...times };
  await insertAppointment(tx, pickup);
  await updateStock(tx, stock, { amount_left: left - amount });
  return pickup;
}

/**
 * Creates a round of a locked listing, with the pickups of its agreements, unless the round exists.
 * @param agreedId an agreement that is being made: one notification covers all its rounds
 * @returns whether this call created it
 */
export async function makeRound(
  services: Services,
  tx: Executor,
  { post_id, amount }: ListingTable,
  day: string,
  agreedId?: string,
): Promise<boolean> {
  if (amount === null) return false;
  const round = { post_id, day, amount, amount_left: amount, created_at: services.now() };
  if (!(await insertRound(tx, round))) return false;
  for (const standing of await listStandingOf(tx, post_id))
    if (standing.first_on <= day) {
      const pickup = await takeAhead(services, tx, standing, day);
      if (pickup && standing.id !== agreedId) await notifyOfRound(services, tx, pickup);
    }
  return true;
}

/**
 * Agrees to a pickup of each round, existing and future. At least a quarter of each round stays open for other
 * members.
 * @param listing locked
 */
export async function agreeAhead(
  services: Services,
  tx: Executor,
  listing: ListingTable,
  standingId: string,
): Promise<void> {
  const standing = await findStanding(tx, standingId);
  if (!standing) return;
  const ahead = await sumAhead(tx, listing.post_id);
  if (ahead + standing.amount > mostAhead(listing.amount ?? 0))
    throw new AppError('quarter_stays_open');
  await setStandingAgreed(tx, standingId, services.now());
  for (const day of daysAhead(listing, regionDay(services.now())))
    if (day >= standing.first_on && !(await makeRound(services, tx, listing, day, standingId)))
      await takeAhead(services, tx, standing, day);
}

/** Creates the upcoming rounds of a listing. @returns how many */
async function makeRoundsOf(services: Services, tx: Executor, postId: string): Promise<number> {
  const today = regionDay(services.now());
  const listing = await lockListing(tx, postId);
  if (!listing || !isActive(listing.status)) return 0;
  let made = 0;
  for (const day of daysAhead(listing, today))
    if (await makeRound(services, tx, listing, day)) made += 1;
  const [next] = roundDays(listing, addDays(today, ROUNDS_AHEAD_DAYS + 1), listing.until);
  // After the last day, the listing is not due any more.
  const rounds_due_on = addDays(next ?? listing.until, next ? -ROUNDS_AHEAD_DAYS : 1);
  await updateListing(tx, postId, { rounds_due_on });
  return made;
}

/**
 * Creates the rounds that are due. Safe on several servers at once, and when a server is killed: each listing has its
 * own transaction, and an existing round is not created again.
 * @returns how many this call created
 */
export async function makeDueRounds(services: Services): Promise<number> {
  const { db, now } = services;
  let made = 0;
  for (;;) {
    const due = await listRoundsDue(db, regionDay(now()), BATCH_SIZE);
    for (const { post_id } of due)
      made += await transact(services, { invalidates: [] }, (tx) =>
        makeRoundsOf(services, tx, post_id),
      );
    if (due.length < BATCH_SIZE) return made;
  }
}

/** Lists upcoming rounds with too little left for an agreement, next first. */
export async function listLeftOut({ db, now }: Services, standingId: string): Promise<string[]> {
  const standing = await findStanding(db, standingId);
  if (!standing || standing.agreed_at === null || standing.ended_at !== null) return [];
  const today = regionDay(now());
  const from = standing.first_on > today ? standing.first_on : today;
  const had = await listPickupDays(db, standing, from);
  const made = (await listRounds(db, standing.post_id, from)).map(({ day }) => day);
  return made.filter((day) => !had.includes(day)).toSorted();
}
