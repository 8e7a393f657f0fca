// How long notifications are stored (docs/operations.md, "Retention").
import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { betweenBatches } from '#lib/server/platform/jobs/run-job.ts';

import { refreshInboxes } from './queries.ts';
import * as retention from './retention-queries.ts';

const DAY_MS = 86_400_000;
// An open page lists a replaced notification until it polls.
const REPLACED_MS = DAY_MS;
const READ_MS = 90 * DAY_MS;
const LONGEST_MS = 365 * DAY_MS;
// On SQLite, other writes wait for a batch.
const BATCH = 200;

/** Deletes notifications that were replaced by later ones. */
export async function deleteReplacedNotifications({ db, now }: Services): Promise<void> {
  await retention.deleteReplaced(db, now() - REPLACED_MS);
}

/** Deletes older notifications, and recounts the unread ones of their members. */
async function deleteBefore(
  services: Services,
  column: 'read_at' | 'created_at',
  before: number,
): Promise<void> {
  for (;;) {
    const memberIds = await transact(services, { invalidates: [] }, async (tx) => {
      const ids = await retention.deleteSomeBefore(tx, column, before, BATCH);
      await refreshInboxes(tx, ids);
      return ids;
    });
    if (memberIds.length < BATCH) return;
    await betweenBatches();
  }
}

/** Deletes notifications that were read 90 days ago, and all that are a year old. */
export async function deleteExpiredNotifications(services: Services): Promise<void> {
  await deleteBefore(services, 'read_at', services.now() - READ_MS);
  await deleteBefore(services, 'created_at', services.now() - LONGEST_MS);
}
