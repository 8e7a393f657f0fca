import { countInterested } from '#lib/server/exchange/alerts/notify-of-new-listings.ts';
import { wasRequested } from '#lib/server/exchange/appointments/queries.ts';
import { nextReminder } from '#lib/server/forum/posts/post-listing.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { ListingHelp, ListingLack } from '#lib/server/platform/notification-events.ts';
import { regionDay } from '#lib/site.ts';

import * as listings from './queries.ts';

const BATCH_SIZE = 100;

/** @returns advice for an open offer; null for other listings */
async function findHelp(
  services: Services,
  due: listings.DueReminder,
): Promise<ListingHelp | null> {
  if (due.kind !== 'offer' || due.status !== 'open') return null;
  const lacks: [ListingLack, boolean][] = [
    ['photo', !due.has_photo],
    ['truck', due.truck_access === 0],
    ['price', due.terms === null],
  ];
  const missing = lacks.flatMap(([lack, isMissing]) => (isMissing ? [lack] : []));
  return { missing, alerts: await countInterested(services, due) };
}

/** Sends a reminder and schedules the next, unless another server did so. */
async function remindOwner(
  services: Services,
  due: listings.DueReminder,
  today: string,
): Promise<void> {
  const next = nextReminder(today, due.until);
  const end = today < due.until ? 'tomorrow' : 'today';
  const when = next === null ? end : 'half time';
  const found = when === 'half time' ? await findHelp(services, due) : null;
  await transact(services, { invalidates: [] }, async (tx) => {
    if (!(await listings.advanceReminder(tx, due, next))) return;
    const { id: postId, author_id: authorId, kind, until } = due;
    const help = found && (await wasRequested(tx, postId)) ? null : found;
    await services.notify(tx, { event: 'listing_due', postId, authorId, kind, until, when, help });
  });
}

/**
 * Reminds the owners of active listings at half time and on the day before the last, once each. Safe on several
 * servers at once. Each reminder is a transaction: the next call continues what was interrupted.
 */
export async function remindOwners(services: Services): Promise<void> {
  const today = regionDay(services.now());
  for (;;) {
    const due = await listings.listDueReminders(services.db, today, BATCH_SIZE);
    for (const each of due) await remindOwner(services, each, today);
    if (due.length < BATCH_SIZE) return;
  }
}
