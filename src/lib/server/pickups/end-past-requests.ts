import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import { claimPastRequest, listPastRequests } from './day-queries.ts';
import { notifyPickup } from './notify-pickup.ts';

const BATCH_SIZE = 100;

/** Ends a request and notifies who made it, unless another server did so. @returns whether this call did */
const endRequest = (services: Services, id: string, today: string): Promise<boolean> =>
  transact(services, { invalidates: [] }, async (tx) => {
    const pickup = await claimPastRequest(tx, { id, today }, services.now());
    if (!pickup) return false;
    await notifyPickup(services, tx, pickup, { to: pickup.requester_id, news: 'unanswered' });
    return true;
  });

/**
 * Ends the requests whose day is over, so that their members can request another day.
 * @returns how many
 */
export async function endPastRequests(services: Services): Promise<number> {
  const today = regionDay(services.now());
  let ended = 0;
  for (;;) {
    const due = await listPastRequests(services.db, today, BATCH_SIZE);
    for (const { id } of due) if (await endRequest(services, id, today)) ended += 1;
    if (due.length < BATCH_SIZE) return ended;
  }
}
