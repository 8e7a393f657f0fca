import type { PickupMessage } from '#lib/contract/pickups.ts';
import { MESSAGES_PAGE } from '#lib/contract/pickups.ts';
import { isBlocked } from '#lib/server/blocks/queries.ts';
import { type Ctx, requireViewer } from '#lib/server/context.ts';
import type { Executor, PickupTable } from '#lib/server/db/schema.ts';
import { transact } from '#lib/server/db/transact.ts';
import { AppError } from '#lib/server/errors.ts';
import { newId } from '#lib/server/new-id.ts';
import { lockViewer } from '#lib/server/sessions/lock-viewer.ts';

import { LIMITS } from './limits.ts';
import { insertMessage, listMessages } from './message-queries.ts';
import { notifyOther } from './notify-pickup.ts';
import { getPickup } from './pickup-transaction.ts';
import { lockPickup } from './queries.ts';

/**
 * Lists what the two wrote, the oldest first; the newest 50.
 * @throws AppError pickup_not_found
 */
export async function listPickupMessages(ctx: Ctx, pickupId: string): Promise<PickupMessage[]> {
  await getPickup(ctx, pickupId);
  const { id } = requireViewer(ctx);
  const rows = await listMessages(ctx.db, id, pickupId, MESSAGES_PAGE);
  return rows.toReversed().map((row) => ({
    message_id: row.id,
    content: row.content,
    is_own: row.member_id === id,
    created_at: new Date(row.created_at).toISOString(),
  }));
}

/** Whether the two may still write: it has not ended, and neither blocks the other. */
async function isConversationOpen(tx: Executor, pickup: PickupTable): Promise<boolean> {
  const { status, owner_id, requester_id } = pickup;
  if (status !== 'requested' && status !== 'agreed') return false;
  return !(owner_id && requester_id && (await isBlocked(tx, owner_id, requester_id)));
}

/**
 * Writes to the other of a pickup, while it has not ended.
 * @throws AppError pickup_not_found, pickup_ended, rate_limited
 */
export async function sendPickupMessage(
  ctx: Ctx,
  pickupId: string,
  content: string,
): Promise<PickupMessage[]> {
  const { id: member_id } = requireViewer(ctx);
  await getPickup(ctx, pickupId);
  await ctx.limits.consume(LIMITS.sendPickupMessage, member_id);
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx);
    const pickup = await lockPickup(tx, pickupId);
    if (!pickup || !(await isConversationOpen(tx, pickup))) throw new AppError('pickup_ended');
    const id = newId();
    await insertMessage(tx, { id, pickup_id: pickupId, member_id, content, created_at: ctx.now() });
    await notifyOther(ctx, tx, pickup, 'message');
  });
  return listPickupMessages(ctx, pickupId);
}
