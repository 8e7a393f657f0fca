// Due work for the jobs of listings, inserted directly so that no clock must be advanced.
import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { EVENING_HOUR } from '#lib/server/exchange/appointments/reminders/reminders.ts';
import type { Db, Executor, ListingTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionClock, regionDay } from '#lib/site.ts';
import { addAlerts } from '#tests/support/nouns/alerts.ts';

const dayFromToday = (days: number): string => addDays(regionDay(Date.now()), days);

async function addListed(
  db: Executor,
  author_id: string,
  given: Partial<ListingTable>,
): Promise<ListingTable> {
  const { id: post_id } = await addPost(db, { author_id });
  return addListing(db, { post_id, ...given });
}

/** An agreed pickup for tomorrow. */
async function addAgreed(db: Executor, listing: ListingTable, owner_id: string): Promise<void> {
  const { post_id, kind, material, town, unit } = listing;
  const { id: requester_id } = await addMember(db, { password_hash: 'none' });
  const [now, day] = [Date.now(), dayFromToday(1)];
  const members = { owner_id, requester_id };
  const times = { created_at: now, updated_at: now, agreed_at: now };
  const subject = 'amount' as const;
  const pickup = { id: newId(), subject, post_id, kind, material, town, unit, day, amount: 1 };
  await db
    .insertInto('appointments')
    .values({ ...pickup, ...members, ...times, status: 'agreed' })
    .execute();
}

/**
 * Inserts owners, each with an expired listing, one at half time, one on its last day, and one with an agreed pickup
 * for tomorrow; and a new listing that matches everyone's alert.
 * @returns the due notifications by title, each with its number of recipients
 */
export async function addDueListings(db: Db, owners: number): Promise<Map<string, number>> {
  const today = dayFromToday(0);
  await db.transaction().execute(async (tx) => {
    for (let nth = 0; nth < owners; nth += 1) {
      const { id } = await addMember(tx, { password_hash: 'none' });
      await addListed(tx, id, { until: dayFromToday(-1) });
      await addListed(tx, id, { remind_on: today, until: dayFromToday(7) });
      await addListed(tx, id, { remind_on: today, until: today });
      await addAgreed(tx, await addListed(tx, id, { amount_left: 39 }), id);
    }
    const { id } = await addMember(tx, { password_hash: 'none' });
    await addListed(tx, id, { alerts_due_at: Date.now() });
  });
  await addAlerts(db, owners);
  // The tests' servers use this machine's clock.
  const isEvening = regionClock(Date.now())[0] >= EVENING_HOUR;
  return new Map([
    ['last_day', owners],
    ['new_listing', owners],
    ...(isEvening ? ([['pickup_tomorrow', 2 * owners]] as const) : []),
    ['unrequested', owners],
  ]);
}
