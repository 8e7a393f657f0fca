import type { Services } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { lowestIdAt } from '#lib/server/platform/new-id.ts';

import { copyOldNotifications } from './old-queries.ts';
import { refreshInboxes } from './queries.ts';

// Less than a day: what was replaced and deleted since does not come back.
const SINCE_MS = 12 * 3_600_000;

/**
 * Takes over what servers of the version before wrote during an upgrade: new notifications, reads of recent ones, and deleted
 * posts. It may be interrupted and repeated.
 */
export async function takeOverNotifications(services: Services): Promise<void> {
  // One server has SQLite for itself, and would do nothing else for a second.
  if (services.dialect === 'sqlite') return;
  const time = services.now() - SINCE_MS;
  const since = { time, id: lowestIdAt(time) };
  await transact(services, { invalidates: [] }, async (tx) => {
    await refreshInboxes(tx, await copyOldNotifications(tx, services.dialect, since));
  });
}
