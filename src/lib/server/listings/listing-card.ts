import type { ListingCard } from '#lib/contract/listing-search.ts';
import type { Ctx } from '#lib/server/context.ts';
import { largestImageUrl, toAccount } from '#lib/server/members/service.ts';

import type { ListingCardRow } from './card-queries.ts';
import { listingOf } from './listing-row.ts';

/**
 * A listing with what the viewer sees of its post.
 * @param km from the town of a search
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
