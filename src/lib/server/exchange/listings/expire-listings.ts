import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import * as listings from './queries.ts';

/**
 * Expires the listings whose last day is over. Safe on several servers at once.
 * @returns how many this call expired
 */
export async function expireListings(services: Services): Promise<number> {
  const { db, log, now } = services;
  const today = regionDay(now());
  // Guests' pages are only rendered again when something changes.
  if (!(await listings.hasOverdueListing(db, today))) return 0;
  const count = await transact(services, { invalidates: ['posts'] }, (tx) =>
    listings.expireListings(tx, today, now()),
  );
  if (count > 0) log.info({ event: 'listings_expired', listings: count });
  return count;
}
