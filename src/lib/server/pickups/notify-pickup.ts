import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor, PickupTable } from '#lib/server/db/schema.ts';
import { replaceNotification } from '#lib/server/notifications/group-queries.ts';
import { MESSAGES } from '#lib/server/notifications/messages.ts';
import { toNotificationRow } from '#lib/server/notifications/notify.ts';
import { insertNotification } from '#lib/server/notifications/queries.ts';
import { getTitle } from '#lib/server/posts/queries.ts';

/** What happened to a pickup. */
export type PickupNews = keyof typeof MESSAGES.pickups;

/**
 * Notifies one of the two, once for each thing that happens; of their messages, the last replaces those before.
 * @param to null once erased
 */
export async function notifyPickup(
  services: Services & Partial<Ctx>,
  tx: Executor,
  { id, post_id }: Pick<PickupTable, 'id' | 'post_id'>,
  { to, news }: { to: string | null; news: PickupNews },
): Promise<void> {
  if (to === null) return;
  const viewer = services.viewer ?? null;
  const isMessage = news === 'message';
  const row = toNotificationRow(services, {
    type: 'forum',
    kind: isMessage ? 'message' : 'pickup',
    audience: 'member',
    audience_member_id: to,
    actor_id: viewer?.id ?? null,
    link_data: post_id,
    title: MESSAGES.pickups[news](viewer?.account.name ?? ''),
    content: post_id ? await getTitle(tx, post_id) : '',
    // With the space at its end: the rows of earlier versions have it, and one thing must have the same key after an upgrade.
    dedupe_key: `pickup ${id} ${news} ${to} `,
  });
  await (isMessage ? replaceNotification(tx, row) : insertNotification(tx, row));
}

/** The same, from the viewer to the other. */
export const notifyOther = (
  ctx: Ctx,
  tx: Executor,
  pickup: PickupTable,
  news: PickupNews,
): Promise<void> => {
  const { id } = requireViewer(ctx);
  const to = pickup.owner_id === id ? pickup.requester_id : pickup.owner_id;
  return notifyPickup(ctx, tx, pickup, { to, news });
};
