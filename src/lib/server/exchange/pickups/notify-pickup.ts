import { addDays } from '#lib/contract/days.ts';
import { materialName } from '#lib/contract/listing-choices.ts';
import { isMaterial } from '#lib/contract/materials.ts';
import { getTitle } from '#lib/server/forum/posts/queries.ts';
import { replaceNotification } from '#lib/server/notifications/group-queries.ts';
import { MESSAGES } from '#lib/server/notifications/messages.ts';
import { toNotificationRow } from '#lib/server/notifications/notify.ts';
import { insertNotification } from '#lib/server/notifications/queries.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import type { Executor, PickupTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { regionDay } from '#lib/site.ts';

import { claimReminder, listUnreminded } from './queries.ts';

/** What happened to a pickup. */
export type PickupNews = keyof typeof MESSAGES.pickups;

/** What happens again and again: the last replaces those before. */
const REPEATED: ReadonlySet<PickupNews> = new Set(['message', 'placed', 'corrected']);

/** Without an actor, as news of a member are hidden from who is blocked or outlives them. */
const ANONYMOUS: ReadonlySet<PickupNews> = new Set(['ended', 'deleted', 'left']);

interface News {
  /** null once erased */
  to: string | null;
  news: PickupNews;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** @returns the words below the title: they stay when the member who leaves is erased, and so have none of theirs */
async function contentOf(
  tx: Executor,
  { post_id, material, day }: PickupTable,
  news: PickupNews,
): Promise<string> {
  if (news === 'left')
    return `${isMaterial(material) ? materialName(material) : material}, ${DAY.format(new Date(day))}`;
  return post_id ? getTitle(tx, post_id) : '';
}

/** One thing has the same key as in earlier versions: also with the space at its end. */
function keyOf({ id }: PickupTable, { to, news }: News): string {
  if (news === 'ended' || news === 'deleted') return `pickup ${id} ${news}`;
  return news === 'left' ? `pickup ${id} left ${to}` : `pickup ${id} ${news} ${to} `;
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
  const viewer = ANONYMOUS.has(news) ? null : (services.viewer ?? null);
  const row = toNotificationRow(services, {
    type: 'forum',
    kind: news === 'message' ? 'message' : 'pickup',
    audience: 'member',
    audience_member_id: to,
    actor_id: viewer?.id ?? null,
    link_data: link,
    title: MESSAGES.pickups[news](viewer?.account.name ?? ''),
    content: await contentOf(tx, pickup, news),
    dedupe_key: keyOf(pickup, { to, news }),
  });
  await (REPEATED.has(news) ? replaceNotification(tx, row) : insertNotification(tx, row));
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
