import { addDays } from '#lib/contract/days.ts';
import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import { claimReminder, listUnreminded } from './day-queries.ts';
import { notifyPickup } from './notify-pickup.ts';

const BATCH_SIZE = 100;

/** Asks both members of a pickup, unless another server did so. @returns whether this call did */
const remindBoth = (services: Services, id: string): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    const pickup = await claimReminder(tx, id, services.now());
    if (!pickup) return false;
    for (const to of [pickup.owner_id, pickup.requester_id])
      await notifyPickup(services, tx, pickup, { to, news: 'tomorrow' });
    return true;
  });

/**
 * Asks both members of the pickups of tomorrow whether they still come, once.
 * @returns how many pickups
 */
export async function remindMembers(services: Services): Promise<number> {
  const tomorrow = addDays(regionDay(services.now()), 1);
  let reminded = 0;
  for (;;) {
    const due = await listUnreminded(services.db, tomorrow, BATCH_SIZE);
    for (const { id } of due) if (await remindBoth(services, id)) reminded += 1;
    if (due.length < BATCH_SIZE) return reminded;
  }
}
