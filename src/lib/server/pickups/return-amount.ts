import type { Services } from '#lib/server/context.ts';
import type { Executor, ListingTable, PickupTable } from '#lib/server/db/schema.ts';
import { alertsDueAt } from '#lib/server/listings/listing-row.ts';
import { updateListing } from '#lib/server/listings/queries.ts';
import { regionDay } from '#lib/site.ts';

import { giveBack } from './amounts.ts';

/**
 * What was agreed of a locked listing is left again. What is open again by it is new to the alerts, as by its owner.
 * @param pickup one that was not agreed changes nothing
 */
export async function returnAmount(
  { now }: Services,
  tx: Executor,
  listing: ListingTable,
  pickup: PickupTable,
): Promise<void> {
  if (pickup.status !== 'agreed') return;
  const change = { ...giveBack(listing, pickup, regionDay(now())), updated_at: now() };
  const alerts_due_at = alertsDueAt(listing, { ...listing, ...change });
  await updateListing(tx, listing.post_id, { ...change, alerts_due_at });
}
