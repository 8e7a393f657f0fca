// Appointments for an amount of a listing, or of one of its rounds.
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import { notifyOfDay, toMoved } from '#lib/server/exchange/appointments/day.ts';
import { agreeAhead } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { dayWithTruck } from '#lib/server/exchange/appointments/trucks/end.ts';
import { alertsDueAt } from '#lib/server/exchange/stock/alerts-due.ts';
import { lockStock, type Stock, updateStock } from '#lib/server/exchange/stock/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type {
  AmountAppointment,
  AppointmentTable,
  Executor,
  ListingTable,
} from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { regionDay } from '#lib/site.ts';

import type { Subject } from './subject.ts';

type Left = Pick<ListingTable, 'amount_left' | 'status'>;

/**
 * Computes what an agreement takes of a listing.
 * @param wanted null for all that is left
 * @returns the amount taken, and the changed listing; one that states no amount is taken whole by one agreement
 */
function take(
  { amount_left: left, status }: ListingTable,
  wanted: number | null,
): { amount: number | null; listing: Left } {
  if (!isActive(status) || left === 0) throw new AppError('nothing_left');
  if (left === null) {
    if (status === 'promised') throw new AppError('nothing_left');
    return { amount: null, listing: { amount_left: null, status: 'promised' } };
  }
  const amount = wanted ?? left;
  if (amount > left) throw new AppError('more_than_left');
  const rest = left - amount;
  return { amount, listing: { amount_left: rest, status: rest === 0 ? 'promised' : status } };
}

/**
 * Computes a listing after an agreement was called off. Nothing is given back once the owner marked it as gone.
 * @param today in the site's region
 */
function giveBack(
  { amount, amount_left: left, status, until }: ListingTable,
  taken: Pick<AppointmentTable, 'amount'>,
  today: string,
): Left {
  if (status === 'gone') return { amount_left: left, status };
  const amount_left =
    amount === null || left === null ? null : Math.min(amount, left + (taken.amount ?? 0));
  const isOpenAgain = status === 'promised' && until >= today;
  return { amount_left, status: isOpenAgain ? 'open' : status };
}

/** Returns the agreed amount to a locked listing. If that reopens it, saved alerts are compared with it again. */
export async function returnAmount(
  { now }: Services,
  tx: Executor,
  listing: Stock,
  pickup: Pick<AppointmentTable, 'amount'>,
): Promise<void> {
  const change = { ...giveBack(listing, pickup, regionDay(now())), updated_at: now() };
  const alerts_due_at = alertsDueAt(listing, { ...listing, ...change });
  await updateStock(tx, listing, { ...change, alerts_due_at });
}

/** Whether the listing still matches the request: same kind, material and unit, and repeating (or not) as it was. */
const isSame = ({ kind, material, amount, unit }: AmountAppointment, listing: Stock): boolean =>
  kind === listing.kind &&
  material === listing.material &&
  (listing.round === null) === (listing.repeat_weeks === null) &&
  (amount === null || unit === listing.unit);

function requireStock(stock: Stock | null): Stock {
  if (!stock) throw new AppError('nothing_left');
  return stock;
}

/** How an appointment takes an amount of a listing or round, and gives it back. */
export const AMOUNT_SUBJECT: Subject<AmountAppointment> = {
  lock: lockStock,

  async check(_, { appointment, stock }) {
    if (!isSame(appointment, requireStock(stock))) throw new AppError('listing_changed');
  },

  async take(ctx, tx, { appointment, stock }, place) {
    const listing = requireStock(stock);
    const taken = take(listing, appointment.amount);
    await updateStock(tx, listing, { ...taken.listing, updated_at: ctx.now() });
    return {
      ...toMoved(appointment, await dayWithTruck(ctx, tx, appointment)),
      amount: taken.amount,
      unit: listing.unit,
      place: place || listing.barangay,
    };
  },

  async afterTaking(ctx, tx, { appointment, stock }) {
    if (appointment.moved_to !== null) await notifyOfDay(ctx, tx, appointment, 'truckDay');
    if (appointment.standing_id !== null)
      await agreeAhead(ctx, tx, requireStock(stock), appointment.standing_id);
  },

  async giveBack(services, tx, { appointment, stock }) {
    if (stock) await returnAmount(services, tx, stock, appointment);
  },
};
