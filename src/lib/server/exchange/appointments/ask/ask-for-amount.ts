import { addDays } from '#lib/contract/days.ts';
import type { AmountInput, Appointment } from '#lib/contract/exchange/appointments.ts';
import { isActive, LISTING_DAYS } from '#lib/contract/exchange/listings/listing-states.ts';
import { mostAhead } from '#lib/contract/exchange/rounds.ts';
import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { getAppointment } from '#lib/server/exchange/appointments/appointment.ts';
import { LIMITS } from '#lib/server/exchange/appointments/lock-appointment.ts';
import { notifyOther } from '#lib/server/exchange/appointments/notify.ts';
import { findOpenAmount } from '#lib/server/exchange/appointments/own-queries.ts';
import {
  insertAppointment,
  NO_HALF_DAY,
  AS_REQUESTED,
} from '#lib/server/exchange/appointments/queries.ts';
import { daysAhead, makeRound } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { insertStanding } from '#lib/server/exchange/appointments/standing/standing-queries.ts';
import { findMachine } from '#lib/server/exchange/stock/machine-queries.ts';
import { lockListing, lockStock, type Stock } from '#lib/server/exchange/stock/queries.ts';
import { inPostTransaction } from '#lib/server/forum/posts/post-transaction.ts';
import { setTownIfNone } from '#lib/server/people/members/queries.ts';
import { requirePhone } from '#lib/server/people/profile/contact-phone.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { AmountAppointment, Executor } from '#lib/server/platform/db/schema.ts';
import { isUniqueViolation } from '#lib/server/platform/db/unique-constraints.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { REQUEST_NEWS } from '#lib/server/platform/notification-events.ts';
import { actingIdOf, requireViewer } from '#lib/server/platform/require-viewer.ts';
import { isTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

/** A member has one open pickup per listing, or per round of a listing. */
const ONE_EACH = [
  'appointments_open_idx',
  'appointments_round_idx',
  'standing_appointments_open_idx',
] as const;

function checkInput({ day, town }: AmountInput, today: string): void {
  if (day < today) throw fieldError('day', 'pickup_day_past');
  if (day > addDays(today, LISTING_DAYS.max)) throw fieldError('day', 'pickup_day_too_late');
  if (town !== null && !isTown(town)) throw fieldError('town', 'town_invalid');
}

function checkListing(listing: Stock, { amount, day }: AmountInput, today: string): void {
  if (!isActive(listing.status) || listing.until < today) throw new AppError('listing_not_open');
  if (listing.ready_on !== null && day < listing.ready_on)
    throw fieldError('day', 'pickup_day_before_ready', { value: formatWeekday(listing.ready_on) });
  if (day > listing.until)
    throw fieldError('day', 'pickup_day_after_until', { value: formatWeekday(listing.until) });
  if (listing.round !== null && !daysAhead(listing, today).includes(day))
    throw fieldError('day', 'pickup_day_without_round');
  if (amount === null) return;
  if (listing.amount_left === null) throw fieldError('amount', 'amount_without_listing');
  if (amount > listing.amount_left) throw fieldError('amount', 'more_than_left');
}

function checkEachTime({ round, amount: all }: Stock, { each_time, amount }: AmountInput): void {
  if (!each_time) return;
  if (round === null) throw new AppError('each_time_without_rounds');
  if (amount === null) throw fieldError('amount', 'each_time_without_amount');
  if (amount > mostAhead(all ?? 0)) throw fieldError('amount', 'quarter_stays_open');
}

/** Stores a request for each round, if the pickup is one. @returns its id */
async function requestEachTime(
  { now }: Ctx,
  tx: Executor,
  { post_id, amount, day, each_time }: AmountInput,
  members: { owner_id: string; requester_id: string },
): Promise<string | null> {
  if (!each_time || amount === null) return null;
  const id = newId();
  const unended = { agreed_at: null, ended_at: null, ended_by: null };
  const standing = { id, post_id, ...members, amount, first_on: day, ...unended };
  await insertStanding(tx, { ...standing, created_at: now() });
  return id;
}

/** Finds the stock for a pickup, with the listing locked: the round may not exist yet. */
async function lockWanted(ctx: Ctx, tx: Executor, { post_id, day }: AmountInput): Promise<Stock> {
  const listing = await lockListing(tx, post_id);
  if (!listing) throw new AppError('listing_not_open');
  if (listing.repeat_weeks === null) return { ...listing, round: null };
  if (daysAhead(listing, regionDay(ctx.now())).includes(day))
    await makeRound(ctx, tx, listing, day);
  const stock = await lockStock(tx, { post_id, day, of_round: 1 });
  if (!stock) throw new AppError('listing_not_open');
  return stock;
}

const toRow = (
  at: number,
  { post_id, amount, day, town, vehicle, note }: AmountInput,
  { kind, material, unit, town: listingTown, round }: Stock,
  members: Pick<AmountAppointment, 'owner_id' | 'requester_id' | 'standing_id'>,
): AmountAppointment => ({
  ...AS_REQUESTED,
  ...NO_HALF_DAY,
  ...members,
  subject: 'amount',
  id: newId(),
  post_id,
  kind,
  material,
  town: listingTown,
  amount,
  unit,
  day,
  requester_town: town,
  of_round: round === null ? null : 1,
  vehicle: vehicle || null,
  note: note || null,
  status: 'requested',
  created_at: at,
  updated_at: at,
});

/** Requests a pickup of a listing from its owner. */
export async function askForAmount(ctx: Ctx, input: AmountInput): Promise<Appointment> {
  const { id: requester_id } = requireViewer(ctx);
  const today = regionDay(ctx.now());
  checkInput(input, today);
  await ctx.limits.consume(LIMITS.askForAmount, actingIdOf(ctx));
  try {
    const id = await inPostTransaction(
      ctx,
      input.post_id,
      { invalidates: [] },
      async (tx, owner_id) => {
        if (owner_id === requester_id) throw new AppError('own_listing');
        const listing = await lockWanted(ctx, tx, input);
        if (listing.kind === 'service' && (await findMachine(tx, input.post_id)))
          throw new AppError('by_half_days');
        checkListing(listing, input, today);
        checkEachTime(listing, input);
        await requirePhone(ctx, tx);
        if (input.town !== null) await setTownIfNone(tx, requester_id, input.town);
        const members = { owner_id, requester_id };
        const standing_id = await requestEachTime(ctx, tx, input, members);
        const pickup = toRow(ctx.now(), input, listing, { ...members, standing_id });
        await insertAppointment(tx, pickup);
        await notifyOther(ctx, tx, pickup, REQUEST_NEWS[listing.kind]);
        return pickup.id;
      },
    );
    return await getAppointment(ctx, id);
  } catch (error) {
    throw isUniqueViolation(error, ...ONE_EACH) ? new AppError('pickup_exists') : error;
  }
}

/**
 * @param day the day of a round, if the listing repeats
 * @returns the id of the viewer's open pickup of a listing; null without one, or for a guest
 */
export const findOpenAmountOf = async (
  { db, viewer }: Ctx,
  postId: string,
  day?: string,
): Promise<string | null> => viewer && findOpenAmount(db, viewer.id, postId, day);
