import { nextReminder } from '#lib/server/forum/posts/listing.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import * as listings from './queries.ts';
import { advanceReminder, type DueReminder, listDueReminders } from './queries.ts';

const BATCH_SIZE = 100;

/** Sends a reminder and schedules the next, unless another server did so. */
async function remindOwner(services: Services, due: DueReminder, today: string): Promise<void> {
  const next = nextReminder(today, due.until);
  const when = next === null ? 'last day' : 'half time';
  await transact(services, { invalidates: [] }, async (tx) => {
    if (!(await advanceReminder(tx, due, next))) return;
    const { id: postId, author_id: authorId, kind, until } = due;
    await services.notify(tx, { event: 'listing_due', postId, authorId, kind, until, when });
  });
}

/**
 * Reminds the owners of active listings at half time and on the last day, once each. Any number of servers may do so at
 * the same time. Each reminder is a transaction: what is interrupted goes on with the next call.
 */
export async function remindOwners(services: Services): Promise<void> {
  const today = regionDay(services.now());
  for (;;) {
    const due = await listDueReminders(services.db, today, BATCH_SIZE);
    for (const each of due) await remindOwner(services, each, today);
    if (due.length < BATCH_SIZE) return;
  }
}

/**
 * Expires the listings whose last day is over. Any number of servers may do so at the same time.
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
