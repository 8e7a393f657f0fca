import type { Pickup, PickupMessage } from '#lib/contract/pickups.ts';
import type { Ctx } from '#lib/server/context.ts';

import { listPickupMessages } from './messages.ts';
import { getPickup } from './pickup-transaction.ts';

/** A pickup with what the two wrote, for its page. */
export interface PickupPageData {
  pickup: Pickup;
  messages: PickupMessage[];
}

/** @throws AppError pickup_not_found */
export async function getPickupPage(ctx: Ctx, id: string): Promise<PickupPageData> {
  return { pickup: await getPickup(ctx, id), messages: await listPickupMessages(ctx, id) };
}
