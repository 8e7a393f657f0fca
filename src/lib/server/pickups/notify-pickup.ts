import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor, PickupTable } from '#lib/server/db/schema.ts';
import { MESSAGES } from '#lib/server/notifications/messages.ts';
import { createNotification } from '#lib/server/notifications/notify.ts';
import { getTitle } from '#lib/server/posts/queries.ts';

/** What happened to a pick-up. */
export type PickupNews = keyof typeof MESSAGES.pickups;

/**
 * Notifies one of the two, once for each thing that happens.
 * @param to null once erased
 * @param key what makes the news another one, e.g. a message's id
 */
export async function notifyPickup(
  services: Services & Partial<Ctx>,
  tx: Executor,
  { id, post_id }: Pick<PickupTable, 'id' | 'post_id'>,
  { to, news, key = '' }: { to: string | null; news: PickupNews; key?: string },
): Promise<void> {
  if (to === null) return;
  const viewer = services.viewer ?? null;
  await createNotification(services, tx, {
    type: 'forum',
    audience: 'member',
    audience_member_id: to,
    actor_id: viewer?.id ?? null,
    link_data: post_id,
    title: MESSAGES.pickups[news](viewer?.account.name ?? ''),
    content: post_id ? await getTitle(tx, post_id) : '',
    dedupe_key: `pickup ${id} ${news} ${to} ${key}`,
  });
}

/** The same, from the viewer to the other. */
export const notifyOther = (
  ctx: Ctx,
  tx: Executor,
  pickup: PickupTable,
  news: PickupNews,
  key?: string,
): Promise<void> => {
  const { id } = requireViewer(ctx);
  const to = pickup.owner_id === id ? pickup.requester_id : pickup.owner_id;
  return notifyPickup(ctx, tx, pickup, { to, news, ...(key && { key }) });
};
