import { materialName } from '#lib/contract/listing-choices.ts';
import { isMaterial } from '#lib/contract/materials.ts';
import type { Services } from '#lib/server/context.ts';
import type { Executor, PickupTable } from '#lib/server/db/schema.ts';
import { lockListing } from '#lib/server/listings/queries.ts';
import { MESSAGES } from '#lib/server/notifications/messages.ts';
import { createNotification } from '#lib/server/notifications/notify.ts';
import { regionDay } from '#lib/site.ts';

import { listOpenOfMember, lockPickup, updatePickup } from './queries.ts';
import { returnAmount } from './return-amount.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Notifies the other of the two, without naming the member who leaves: the notification remains when they are erased. */
async function notifyOther(
  services: Services,
  tx: Executor,
  { id, post_id, owner_id, requester_id, material, day }: PickupTable,
  memberId: string,
): Promise<void> {
  const isOwner = owner_id === memberId;
  const to = isOwner ? requester_id : owner_id;
  if (to === null) return;
  await createNotification(services, tx, {
    type: 'forum',
    kind: 'pickup',
    audience: 'member',
    audience_member_id: to,
    link_data: isOwner ? null : post_id,
    title: MESSAGES.pickups.left(),
    content: `${isMaterial(material) ? materialName(material) : material}, ${DAY.format(new Date(day))}`,
    dedupe_key: `pickup ${id} left ${to}`,
  });
}

/**
 * Calls off the pickups of a member who leaves, and notifies those who wait for them. Of one that was agreed and whose
 * day is over, the two can still say how it went.
 */
export async function leavePickups(
  services: Services,
  tx: Executor,
  memberId: string,
): Promise<void> {
  const today = regionDay(services.now());
  for (const { id, post_id } of await listOpenOfMember(tx, memberId, today)) {
    const listing = post_id ? await lockListing(tx, post_id) : undefined;
    const pickup = await lockPickup(tx, id);
    if (pickup?.status !== 'requested' && pickup?.status !== 'agreed') continue;
    if (listing) await returnAmount(services, tx, listing, pickup);
    const change = {
      status: 'called_off',
      ended_by: memberId,
      updated_at: services.now(),
    } as const;
    await updatePickup(tx, id, change);
    await notifyOther(services, tx, pickup, memberId);
  }
}
