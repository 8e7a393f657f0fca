import { addDays } from '#lib/contract/days.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { PickupNews } from '#lib/server/platform/notification-events.ts';
import { regionDay } from '#lib/site.ts';

import { claimReminder, listUnreminded } from './queries.ts';

interface News {
  /** null once erased */
  to: string | null;
  news: PickupNews;
}

/**
 * Notifies one of the two, once for each thing that happens.
 * @param link the post, unless it is hidden from them
 */
export async function notifyPickup(
  services: Services & Partial<Ctx>,
  tx: Executor,
  pickup: PickupTable,
  { to, news, link = pickup.post_id }: News & { link?: string | null },
): Promise<void> {
  if (to === null) return;
  const actorId = services.viewer?.id ?? null;
  await services.notify(tx, { event: 'pickup_changed', pickup, news, to, actorId, link });
}

/** @returns the other of the two */
export const otherOf = (
  { owner_id, requester_id }: PickupTable,
  memberId: string | null,
): string | null => (owner_id === memberId ? requester_id : owner_id);

/** The same, from the viewer to the other. */
export const notifyOther = (
  ctx: Ctx,
  tx: Executor,
  pickup: PickupTable,
  news: PickupNews,
): Promise<void> =>
  notifyPickup(ctx, tx, pickup, { to: otherOf(pickup, requireViewer(ctx).id), news });

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
