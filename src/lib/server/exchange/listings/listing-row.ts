import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import { weekdayOf } from '#lib/contract/exchange/rounds.ts';
import { largestImageUrl } from '#lib/contract/images.ts';
import { alertsDueAt } from '#lib/server/exchange/stock/alerts-due.ts';
import { listingOf, type ResolvedListing, toNewRow } from '#lib/server/forum/posts/post-listing.ts';
import { toAccount } from '#lib/server/people/members/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { ListingTable } from '#lib/server/platform/db/schema.ts';

import type { ListingCardRow } from './queries.ts';

/** The amount left after a change: the amount minus what is agreed, unless the amount did not change. */
function amountLeft(row: ListingTable, next: ListingTable, agreed: number): number | null {
  if (next.amount === null) return null;
  if (next.status === 'gone') return 0;
  const isSame = row.amount === next.amount && row.unit === next.unit;
  // An open listing has something left.
  const isEmpty = next.status === 'open' && row.amount_left === 0;
  return isSame && !isEmpty ? row.amount_left : next.amount - agreed;
}

/** @returns the status after the amount left has grown: a fully promised listing is open again */
const withMoreLeft = ({ status, amount_left }: ListingTable, left: number | null) =>
  status === 'promised' && amount_left === 0 && left ? 'open' : status;

/** @returns a listing as its owner entered it */
export const toStated = (row: ListingTable): ResolvedListing => ({
  kind: row.kind,
  material: row.material,
  amount: row.amount,
  unit: row.unit,
  condition: row.condition,
  terms: row.terms,
  price_centavos: row.price_centavos,
  town: row.town,
  barangay: row.barangay,
  ready_on: row.ready_on,
  until: row.until,
  truck_access: row.truck_access === 1,
  loading_help: row.loading_help === 1,
  repeat_weeks: row.repeat_weeks,
  repeat_from: row.repeat_from,
});

/** @returns the day of the first round: an unchanged rhythm of two or four weeks continues */
function firstRound(
  { repeat_weeks, repeat_from }: ListingTable,
  next: ResolvedListing,
): string | null {
  if (repeat_from === null || next.repeat_from === null) return next.repeat_from;
  const isSame =
    repeat_weeks === next.repeat_weeks && weekdayOf(repeat_from) === weekdayOf(next.repeat_from);
  return isSame ? repeat_from : next.repeat_from;
}

/**
 * The row of a listing that its owner changes. An expired listing is open again, with a new last day.
 * @param agreed the agreed amount
 */
export function toChangedRow(
  services: Services,
  row: ListingTable,
  listing: ResolvedListing,
  agreed: number,
): ListingTable {
  const before = row.status === 'expired' ? 'open' : row.status;
  const repeat_from = firstRound(row, listing);
  const stated = {
    ...toNewRow(services.now(), row.post_id, { ...listing, repeat_from }),
    status: before,
  };
  const amount_left = amountLeft(row, stated, agreed);
  const next = {
    ...stated,
    amount_left,
    status: withMoreLeft({ ...row, status: before }, amount_left),
  };
  const isScheduled = isActive(row.status) && row.until === next.until;
  return {
    ...next,
    remind_on: isActive(next.status) && !isScheduled ? next.remind_on : row.remind_on,
    alerts_due_at: alertsDueAt(row, next),
    posted_by: row.posted_by,
    created_at: row.created_at,
  };
}

/**
 * A listing with what the viewer sees of its post.
 * @param km the distance to the town of a search
 */
export function toListingCard(ctx: Ctx, row: ListingCardRow, km?: number): ListingCard | null {
  const listing = listingOf(ctx, row);
  return (
    listing && {
      post_id: row.id,
      title: row.title,
      picture: row.image_key && largestImageUrl(row.image_key),
      ...(row.alt && { picture_alt: row.alt }),
      listing,
      distance_km: km === undefined ? null : Math.round(km),
      account: ctx.viewer ? toAccount(row) : null,
    }
  );
}
