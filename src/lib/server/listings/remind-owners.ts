import type { Services } from '#lib/server/context.ts';
import { transact } from '#lib/server/db/transact.ts';
import { notifyOwnerOfListing } from '#lib/server/notifications/notify.ts';
import { regionDay } from '#lib/site.ts';

import { advanceReminder, type DueReminder, listDueReminders } from './day-queries.ts';
import { nextReminder } from './reminder-days.ts';

const BATCH_SIZE = 100;

/** Sends a reminder and schedules the next, unless another server did so. */
async function remindOwner(services: Services, due: DueReminder, today: string): Promise<void> {
  const next = nextReminder(today, due.until);
  const when = next === null ? 'last day' : 'half time';
  await transact(services, { invalidates: [] }, async (tx) => {
    if (await advanceReminder(tx, due, next)) await notifyOwnerOfListing(services, tx, due, when);
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
