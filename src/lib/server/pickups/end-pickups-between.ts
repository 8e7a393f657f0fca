import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor, PickupTable } from '#lib/server/db/schema.ts';
import { lockListing } from '#lib/server/listings/queries.ts';
import { MESSAGES } from '#lib/server/notifications/messages.ts';
import { createNotification } from '#lib/server/notifications/notify.ts';
import { getTitle } from '#lib/server/posts/queries.ts';
import { regionDay } from '#lib/site.ts';

import { lockOpenBetween } from './queries.ts';
import { endPickup } from './respond-to-pickup.ts';

/** Whether it may have taken place: then only the two can say how it went. */
const isPast = (pickup: PickupTable, today: string): boolean =>
  pickup.status === 'agreed' &&
  (pickup.day < today || pickup.owner_result !== null || pickup.requester_result !== null);

/** Notifies the other that it is off, without an actor: news of the viewer are hidden from them. */
async function notifyOfEnd(ctx: Ctx, tx: Executor, pickup: PickupTable, to: string): Promise<void> {
  const { id, post_id, owner_id } = pickup;
  await createNotification(ctx, tx, {
    type: 'forum',
    kind: 'pickup',
    audience: 'member',
    audience_member_id: to,
    // The other sees no post of the viewer's any more.
    link_data: owner_id === to ? post_id : null,
    title: MESSAGES.pickups.ended(),
    content: post_id ? await getTitle(tx, post_id) : '',
    dedupe_key: `pickup ${id} ended`,
  });
}

/**
 * Calls the pickups between the viewer and another member off that are still to come, and notifies the other. The caller
 * has locked both members, so that none begins concurrently.
 */
export async function endPickupsBetween(ctx: Ctx, tx: Executor, otherId: string): Promise<void> {
  const today = regionDay(ctx.now());
  for (const pickup of await lockOpenBetween(tx, requireViewer(ctx).id, otherId)) {
    if (isPast(pickup, today)) continue;
    const listing = pickup.post_id ? await lockListing(tx, pickup.post_id) : undefined;
    await endPickup(ctx, tx, { pickup, listing: listing ?? null }, null);
    await notifyOfEnd(ctx, tx, pickup, otherId);
  }
}
