import type { Services } from '#lib/server/context.ts';
import { lockRows } from '#lib/server/db/lock-rows.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { MESSAGES } from '#lib/server/notifications/messages.ts';
import { createNotification } from '#lib/server/notifications/notify.ts';

import { listOpenOfPost, updatePickup } from './queries.ts';

/**
 * Calls the open pickups of a post off that is being deleted, or loses its listing, and notifies those who requested.
 * @param link the post, unless it is deleted
 */
export async function endPickupsOfPost(
  services: Services,
  tx: Executor,
  { id, title, link }: { id: string; title: string; link: string | null },
): Promise<void> {
  // Every change of a pickup locks the listing first: what was concurrent has ended, or waits.
  await lockRows(tx, 'listings', [id]);
  for (const pickup of await listOpenOfPost(tx, id)) {
    await updatePickup(tx, pickup.id, { status: 'called_off', updated_at: services.now() });
    if (pickup.requester_id === null) continue;
    await createNotification(services, tx, {
      type: 'forum',
      kind: 'pickup',
      audience: 'member',
      audience_member_id: pickup.requester_id,
      link_data: link,
      title: MESSAGES.pickups.deleted(),
      content: title,
      dedupe_key: `pickup ${pickup.id} deleted`,
    });
  }
}
