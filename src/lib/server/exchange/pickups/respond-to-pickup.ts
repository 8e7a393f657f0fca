import type {
  AgreementInput,
  CallOffInput,
  Pickup,
  PickupAct,
  PickupOutcome,
  PlaceInput,
} from '#lib/contract/exchange/pickups.ts';
import { isDiffering, requireAct } from '#lib/server/exchange/appointments/acts.ts';
import { agreeAhead } from '#lib/server/exchange/rounds/make-rounds.ts';
import { type Stock, updateStock } from '#lib/server/exchange/rounds/queries.ts';
import { dayWithTruck } from '#lib/server/exchange/trips/end-trips.ts';
import { requirePhone } from '#lib/server/people/profile/contact-phone.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import { type Change, changePickup, returnAmount, take } from './change-pickup.ts';
import { notifyOfDay, toMoved } from './pickup-day.ts';
import { factsOf, inPickupTransaction, type LockedPickup } from './pickup.ts';
import { sumAgreed } from './queries.ts';
import { endIfMissed } from './standing.ts';

/**
 * Changes a locked pickup by an act of the viewer's.
 * @throws AppError pickup_not_yours, pickup_ended, too_early
 */
async function act(
  ctx: Ctx,
  tx: Executor,
  locked: LockedPickup,
  name: PickupAct,
  change: Omit<Change, 'by'> = {},
): Promise<void> {
  requireAct(name, factsOf(ctx, locked));
  await changePickup(ctx, tx, locked, name, { ...change, by: requireViewer(ctx).id });
}

const SHOWN_TO_GUESTS = { invalidates: ['posts' as const] };
// The other member is waiting: a suspended one may respond.
const ENDING = { ...SHOWN_TO_GUESTS, allowsSuspended: true };

/**
 * An amount is in the unit of when it was requested, and of a round where it was one.
 * @throws AppError listing_changed
 */
function checkRequest(pickup: PickupTable, listing: Stock): void {
  const { kind, material, amount, unit } = pickup;
  const isSame =
    kind === listing.kind &&
    material === listing.material &&
    (listing.round === null) === (listing.repeat_weeks === null) &&
    (amount === null || unit === listing.unit);
  if (!isSame) throw new AppError('listing_changed');
}

/** Agrees: what it takes is no longer left. */
async function agree(ctx: Ctx, tx: Executor, locked: LockedPickup, place: string | null) {
  const { pickup, listing } = locked;
  requireAct('agree', factsOf(ctx, locked));
  if (!listing) throw new AppError('nothing_left');
  checkRequest(pickup, listing);
  await requirePhone(ctx, tx);
  const taken = take(listing, pickup.amount);
  await updateStock(tx, listing, { ...taken.listing, updated_at: ctx.now() });
  const day = await dayWithTruck(ctx, tx, pickup);
  const columns = {
    ...toMoved(pickup, day),
    amount: taken.amount,
    unit: listing.unit,
    place: place || listing.barangay,
    agreed_at: ctx.now(),
  };
  await act(ctx, tx, locked, 'agree', { columns });
  if (day !== pickup.day) await notifyOfDay(ctx, tx, { ...pickup, ...columns }, 'truckDay');
  if (pickup.standing_id !== null) await agreeAhead(ctx, tx, listing, pickup.standing_id);
}

/** Says where exactly; the other is notified when it is another place. */
async function statePlace(ctx: Ctx, tx: Executor, locked: LockedPickup, place: string) {
  requireAct('place', factsOf(ctx, locked));
  if (place !== locked.pickup.place) await act(ctx, tx, locked, 'place', { columns: { place } });
}

/**
 * Agrees to a pickup of the viewer's listing. Agreeing again changes nothing but the place, if another is given.
 * @throws AppError pickup_not_found, pickup_not_yours, pickup_ended, nothing_left, listing_changed, more_than_left,
 *   contact_required, rate_limited
 */
export const agreeToPickup = (ctx: Ctx, id: string, { place }: AgreementInput): Promise<Pickup> =>
  inPickupTransaction(ctx, id, SHOWN_TO_GUESTS, async (tx, locked) => {
    const isAgreed = locked.isOwner && locked.pickup.status === 'agreed';
    if (!isAgreed) await agree(ctx, tx, locked, place);
    else if (place && place !== locked.pickup.place) await statePlace(ctx, tx, locked, place);
  });

/**
 * Says where exactly an agreed pickup of the viewer's listing takes place.
 * @throws AppError pickup_not_found, pickup_not_yours, pickup_ended, rate_limited
 */
export const setPickupPlace = (ctx: Ctx, id: string, { place }: PlaceInput): Promise<Pickup> =>
  inPickupTransaction(ctx, id, { invalidates: [], allowsSuspended: true }, (tx, locked) =>
    statePlace(ctx, tx, locked, place),
  );

/**
 * Says "not this time" to a pickup of the viewer's listing.
 * @throws AppError pickup_not_found, pickup_not_yours, pickup_ended, rate_limited
 */
export const declinePickup = (ctx: Ctx, id: string): Promise<Pickup> =>
  inPickupTransaction(ctx, id, ENDING, async (tx, locked) => {
    if (locked.isOwner && locked.pickup.status === 'declined') return;
    await act(ctx, tx, locked, 'decline', { columns: { ended_by: requireViewer(ctx).id } });
  });

const callOff = (ctx: Ctx, tx: Executor, locked: LockedPickup, columns: Partial<PickupTable>) =>
  act(ctx, tx, locked, 'call_off', { columns: { ended_by: requireViewer(ctx).id, ...columns } });

/**
 * Calls a pickup off, or takes the question back, until its day is over.
 * @throws AppError pickup_not_found, pickup_ended, rate_limited
 */
export const callOffPickup = (ctx: Ctx, id: string, { reason }: CallOffInput): Promise<Pickup> =>
  inPickupTransaction(ctx, id, ENDING, async (tx, locked) => {
    if (locked.pickup.status !== 'called_off') await callOff(ctx, tx, locked, { reason });
  });

/**
 * Skips a round of what is agreed for each: the others go on. Skipping it again changes nothing.
 * @throws AppError pickup_not_found, pickup_ended, rate_limited
 */
export const skipPickup = (ctx: Ctx, id: string): Promise<Pickup> =>
  inPickupTransaction(ctx, id, ENDING, async (tx, locked) => {
    const { standing_id, status } = locked.pickup;
    if (standing_id === null) throw new AppError('pickup_ended');
    if (status !== 'called_off')
      await act(ctx, tx, locked, 'skip', { columns: { ended_by: requireViewer(ctx).id } });
  });

/**
 * Says whether the viewer still comes; who does not, calls it off.
 * @throws AppError pickup_not_found, pickup_ended, rate_limited
 */
export const confirmPickup = (ctx: Ctx, id: string, isComing: boolean): Promise<Pickup> =>
  inPickupTransaction(ctx, id, ENDING, async (tx, locked) => {
    const columns = { [locked.isOwner ? 'owner_coming' : 'requester_coming']: Number(isComing) };
    await act(ctx, tx, locked, 'confirm', { columns });
    if (!isComing) await callOff(ctx, tx, locked, {});
  });

/** The report of one of the two, in its columns. */
const toColumns = (
  isOwner: boolean,
  { result, kg, reason }: PickupOutcome,
): Partial<PickupTable> => {
  const counted = result === 'not' ? 0 : kg;
  const why = result === 'not' ? reason : null;
  return isOwner
    ? { owner_result: result, owner_kg: counted, owner_reason: why }
    : { requester_result: result, requester_kg: counted, requester_reason: why };
};

/** What both agree on, otherwise the lower. @returns null until both have reported */
const countKg = ({ owner_kg, requester_kg }: PickupTable): number | null =>
  owner_kg === null || requester_kg === null ? null : Math.min(owner_kg, requester_kg);

/**
 * What was not handed over is left. A listing of which nothing is left, and nothing is agreed any more, is gone; while only
 * one of the two says that nothing was handed over, it waits.
 */
async function settleListing(
  ctx: Ctx,
  tx: Executor,
  listing: Stock,
  pickup: PickupTable,
): Promise<void> {
  const { owner_result, requester_result } = pickup;
  const missed = [owner_result, requester_result].filter((result) => result === 'not').length;
  if (missed === 2) return returnAmount(ctx, tx, listing, pickup);
  if (missed === 1 || listing.status !== 'promised' || listing.amount_left) return;
  if (await sumAgreed(tx, listing.post_id)) return;
  const change = { status: 'gone' as const, remind_on: null, updated_at: ctx.now() };
  await updateStock(tx, listing, change);
}

/**
 * Says how a pickup went, from its day on. It counts once both have reported. Saying it again before that changes it; when
 * the two give different figures, each may correct theirs once.
 * @throws AppError pickup_not_found, pickup_ended, too_early, rate_limited
 */
export const reportOutcome = (ctx: Ctx, id: string, outcome: PickupOutcome): Promise<Pickup> =>
  inPickupTransaction(
    ctx,
    id,
    { invalidates: ['posts'], allowsSuspended: true },
    async (tx, locked) => {
      const { pickup, isOwner, listing } = locked;
      const isCorrection = pickup.status === 'done';
      const corrected = isCorrection && {
        [isOwner ? 'owner_corrected' : 'requester_corrected']: 1,
      };
      const after = { ...pickup, ...toColumns(isOwner, outcome) };
      const kg = countKg(after);
      const done = kg === null ? {} : { kg, status: 'done' as const };
      await act(ctx, tx, locked, isCorrection ? 'correct' : 'outcome', {
        columns: { ...toColumns(isOwner, outcome), ...corrected, ...done },
        ...(!isCorrection && isDiffering(after) && { news: 'differing' }),
      });
      if (kg !== null && listing) await settleListing(ctx, tx, listing, after);
      await endIfMissed(ctx, tx, pickup);
    },
  );
