// Who of the two hears of a pickup; of what, and when, its table says (`acts.ts`).
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import type { PickupNews } from '#lib/server/platform/notification-events.ts';

interface News {
  /** null once erased */
  to: string | null;
  news: PickupNews;
  /** who caused it; the viewer, unless it is given */
  by?: string | null;
  /** the ids of later pickups that end with it */
  more?: string[];
}

/**
 * Notifies one of the two, once for each thing that happens.
 * @param link the post, unless it is hidden from them
 */
export async function notifyPickup(
  services: Services & Partial<Ctx>,
  tx: Executor,
  pickup: PickupTable,
  { to, news, by, more, link = pickup.post_id }: News & { link?: string | null },
): Promise<void> {
  if (to === null) return;
  const actorId = by ?? services.viewer?.id ?? null;
  const changed = { event: 'pickup_changed', pickup, news, link, more } as const;
  await services.notify(tx, { ...changed, to, actorId });
  // Whose steward did it hears of it, too.
  const { id, stewardId } = services.viewer ?? {};
  if (id === undefined || stewardId === undefined || id === to) return;
  // Of another's pickup, as of one that shares their truck, they know nothing.
  if (id !== pickup.owner_id && id !== pickup.requester_id) return;
  await services.notify(tx, { ...changed, to: id, actorId: stewardId });
}

/** @returns the other of the two */
export const otherOf = (
  { owner_id, requester_id }: Pick<PickupTable, 'owner_id' | 'requester_id'>,
  memberId: string | null,
): string | null => (owner_id === memberId ? requester_id : owner_id);

/** The same, from the viewer to the other. */
export const notifyOther = (
  ctx: Ctx,
  tx: Executor,
  pickup: PickupTable,
  news: PickupNews,
  more?: string[],
): Promise<void> =>
  notifyPickup(ctx, tx, pickup, { to: otherOf(pickup, requireViewer(ctx).id), news, more });
