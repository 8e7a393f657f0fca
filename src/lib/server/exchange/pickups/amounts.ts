import { isActive } from '#lib/contract/exchange/listing-states.ts';
import type { ListingTable, PickupTable } from '#lib/server/platform/db/schema.ts';
import { AppError } from '#lib/server/platform/errors.ts';

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
export function giveBack(
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
