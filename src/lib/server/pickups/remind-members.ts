import { addDays } from '#lib/contract/days.ts';
import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import { notifyPickup } from './notify-pickup.ts';
import { claimReminder, listUnreminded } from './queries.ts';

const BATCH_SIZE = 100;

/**
 * Asks both members of the pick-ups of tomorrow whether they still come, once.
 * @returns how many pick-ups
 */
export async function remindMembers(services: Services): Promise<number> {
  const { db, now } = services;
  const tomorrow = addDays(regionDay(now()), 1);
  const due = await listUnreminded(db, tomorrow, BATCH_SIZE);
  let reminded = 0;
  for (const { id } of due)
    await transact(services, { invalidates: [] }, async (tx) => {
      const pickup = await claimReminder(tx, id, now());
      if (!pickup) return;
      for (const to of [pickup.owner_id, pickup.requester_id])
        await notifyPickup(services, tx, pickup, { to, news: 'tomorrow' });
      reminded += 1;
    });
  return reminded;
}
