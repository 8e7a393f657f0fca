import type { Services } from '#lib/server/platform/context.ts';
import type { AlertTable, Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { betweenBatches } from '#lib/server/platform/jobs/run-job.ts';
import { distanceKm, findTown } from '#lib/server/platform/towns/towns.ts';
import { regionDay } from '#lib/site.ts';

import * as due from './queries.ts';

/** Whether a town is within an alert's radius, with the same distances as a search. */
export function isNear(
  { town, within_km }: Pick<AlertTable, 'town' | 'within_km'>,
  of: string,
): boolean {
  if (town === null || within_km === null) return true;
  const [center, place] = [findTown(town), findTown(of)];
  return Boolean(center && place && distanceKm(center, place) <= within_km);
}

const LISTINGS_BATCH = 100;
// On SQLite, other writes wait for a batch.
const ALERTS_BATCH = 200;

const isOpen = ({ now }: Services, { status, until }: due.DueListing): boolean =>
  status === 'open' && until >= regionDay(now());

/**
 * Notifies the members of a batch of alerts about a listing.
 * @param after the last alert of the previous batch
 * @returns the last alert of this batch; null when there are no more, or another server was faster
 */
async function notifyBatch(
  services: Services,
  tx: Executor,
  key: due.DueKey,
  after: string | null,
): Promise<string | null> {
  const listing = await due.lockDue(tx, key);
  if (!listing) return null;
  const alerts = isOpen(services, listing)
    ? await due.listMatching(tx, listing, after, ALERTS_BATCH)
    : [];
  const near = alerts.filter((alert) => isNear(alert, listing.town));
  const memberIds = new Set(near.map(({ member_id }) => member_id));
  const { post_id: postId, author_id: authorId } = listing;
  const found = { postId, authorId, listing, memberIds: [...memberIds] };
  await services.notify(tx, { event: 'listing_found', ...found });
  if (alerts.length === ALERTS_BATCH) return alerts.at(-1)?.id ?? null;
  await due.clearDue(tx, key);
  return null;
}

/** Compares a listing with all alerts. An interrupted run starts over, and notifies no member twice. */
async function compare(services: Services, key: due.DueKey): Promise<void> {
  let after: string | null = null;
  do {
    const last: string | null = after;
    after = await transact(services, { invalidates: [] }, (tx) =>
      notifyBatch(services, tx, key, last),
    );
    if (after !== null) await betweenBatches();
  } while (after !== null);
}

/**
 * Notifies members whose alerts match a new listing, once per member and listing. Safe on several servers at once,
 * and when a server is killed.
 */
export async function notifyOfNewListings(services: Services): Promise<void> {
  for (;;) {
    const keys = await due.listDue(services.db, LISTINGS_BATCH);
    for (const key of keys) await compare(services, key);
    if (keys.length < LISTINGS_BATCH) return;
  }
}

const BATCH = 1000;

/** A listing with its owner. */
type OwnedListing = Pick<ListingTable, 'post_id' | 'kind' | 'material' | 'terms' | 'town'> & {
  author_id: string;
};

/** @returns the number of members whose alerts would match the listing if it were new */
export async function countInterested(
  { db, now }: Pick<Services, 'db' | 'now'>,
  listing: OwnedListing,
): Promise<number> {
  const members = new Set<string>();
  const wanted = { ...listing, alerts_due_at: now() };
  let after: string | null = null;
  do {
    const alerts: Awaited<ReturnType<typeof due.listMatching>> = await due.listMatching(
      db,
      wanted,
      after,
      BATCH,
    );
    for (const alert of alerts) if (isNear(alert, listing.town)) members.add(alert.member_id);
    after = alerts.length === BATCH ? (alerts.at(-1)?.id ?? null) : null;
  } while (after !== null);
  return members.size;
}
