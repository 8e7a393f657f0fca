// Changes of a pickup, with what they change of its listing, or of the round that it takes of.
import { isActive } from '#lib/contract/exchange/listing-states.ts';
import type { PickupAct } from '#lib/contract/exchange/pickups.ts';
import { type End, isAgreed, ruleOf } from '#lib/server/exchange/appointments/acts.ts';
import { alertsDueAt } from '#lib/server/exchange/listings/listing-row.ts';
import { setStandingEnded, type Stock, updateStock } from '#lib/server/exchange/rounds/queries.ts';
import { endTripsOf } from '#lib/server/exchange/trips/end-trips.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor, ListingTable, PickupTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { PickupNews } from '#lib/server/platform/notification-events.ts';
import { regionDay } from '#lib/site.ts';

import { notifyPickup, otherOf } from './notify-pickup.ts';
import type { LockedPickup } from './pickup.ts';
import { updatePickup } from './write-queries.ts';

type Left = Pick<ListingTable, 'amount_left' | 'status'>;

/**
 * What an agreement takes of a listing.
 * @param wanted null for all that is left
 * @returns what it takes, and what the listing is then; without an amount one agreement takes all
 * @throws AppError nothing_left, more_than_left
 */
export function take(
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
 * What a listing is once an agreement is called off. Once its owner marked it as gone, nothing is left.
 * @param today in the site's region
 */
function giveBack(
  { amount, amount_left: left, status, until }: ListingTable,
  pickup: PickupTable,
  today: string,
): Left {
  if (status === 'gone') return { amount_left: left, status };
  const amount_left =
    amount === null || left === null ? null : Math.min(amount, left + (pickup.amount ?? 0));
  const isOpenAgain = status === 'promised' && until >= today;
  return { amount_left, status: isOpenAgain ? 'open' : status };
}

/**
 * What was agreed of a locked listing is left again. What is open again by it is new to the alerts, as by its owner.
 * @param pickup one that was not agreed changes nothing
 */
export async function returnAmount(
  { now }: Services,
  tx: Executor,
  listing: Stock,
  pickup: PickupTable,
): Promise<void> {
  if (pickup.agreed_at === null) return;
  const change = { ...giveBack(listing, pickup, regionDay(now())), updated_at: now() };
  const alerts_due_at = alertsDueAt(listing, { ...listing, ...change });
  await updateStock(tx, listing, { ...change, alerts_due_at });
}

/** What comes with a change of a pickup. */
export interface Change {
  columns?: Partial<PickupTable>;
  /** who of the two acts, blocks or leaves */
  by?: string;
  /** instead of the table's; null when another notice is of it, too */
  news?: PickupNews | null;
  /** where the notification leads to; the post by default */
  link?: string | null;
  /** the ids of later pickups that end with it */
  more?: string[];
}

/** Changes a locked pickup as its table says: its status, what is left of its listing, and who is notified. */
export async function changePickup(
  services: Services & Partial<Ctx>,
  tx: Executor,
  { pickup, listing }: Pick<LockedPickup, 'pickup' | 'listing'>,
  name: PickupAct | End,
  { columns, by, news, ...about }: Change = {},
): Promise<void> {
  const rule = ruleOf(name);
  if (rule.givesBack && listing) await returnAmount(services, tx, listing, pickup);
  const status = rule.to && { status: rule.to };
  // That one is coming, as agreed, is no change.
  const isChange = rule.to !== null || rule.notifies !== null;
  const updated = isChange && { updated_at: services.now() };
  await updatePickup(tx, pickup.id, { ...status, ...columns, ...updated });
  const isOff = rule.to === 'called_off' || rule.to === 'declined';
  if (isOff) await endTripsOf(services, tx, pickup);
  const { standing_id } = pickup;
  // What was never agreed is requested for no further round either.
  if (isOff && !isAgreed(pickup) && standing_id !== null)
    await setStandingEnded(tx, standing_id, { by: by ?? null, now: services.now() });
  const notice = news === undefined ? rule.news : news;
  if (rule.notifies === null || notice === null) return;
  const { owner_id, requester_id } = pickup;
  const to = rule.notifies === 'requester' ? requester_id : otherOf(pickup, by ?? null);
  const after = { ...pickup, ...columns };
  await notifyPickup(services, tx, after, { to, news: notice, ...about });
  if (rule.ownersNews)
    await notifyPickup(services, tx, after, {
      to: owner_id,
      news: rule.ownersNews,
      by: requester_id,
    });
}
