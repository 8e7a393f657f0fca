import type { Services } from '#lib/server/context.ts';
import { expireListings } from '#lib/server/listings/expire-listings.ts';
import { remindOwners } from '#lib/server/listings/remind-owners.ts';
import { endPastRequests } from '#lib/server/pickups/end-past-requests.ts';
import { endSilentPickups } from '#lib/server/pickups/outcomes.ts';
import { remindMembers } from '#lib/server/pickups/remind-members.ts';

import type { StopFn } from './run-every.ts';
import { runOnOneServer } from './run-on-one-server.ts';

const INTERVAL_MS = 600_000;

async function checkListings(services: Services): Promise<void> {
  await expireListings(services);
  await remindOwners(services);
  await remindMembers(services);
  await endPastRequests(services);
  await endSilentPickups(services);
}

/**
 * Expires listings and reminds their owners, and the members of pickups, every 10 minutes on one of the servers: a new day has begun soon after
 * midnight of the region.
 * @returns a function that stops the checks
 */
export const startListingCheck = (services: Services): StopFn =>
  runOnOneServer(services, { name: 'listing_check', intervalMs: INTERVAL_MS, run: checkListings });
