import type { PickupAct } from '#lib/contract/pickups.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor, ListingTable, PickupTable } from '#lib/server/db/schema.ts';
import { alertsDueAt } from '#lib/server/listings/listing-row.ts';
import { updateListing } from '#lib/server/listings/queries.ts';
import { regionDay } from '#lib/site.ts';

import { giveBack } from './amounts.ts';
import { notifyPickup, otherOf, type PickupNews } from './notify-pickup.ts';
import { type PickupEnd, requireAct, ruleOf } from './pickup-states.ts';
import type { LockedPickup } from './pickup-transaction.ts';
import { updatePickup } from './queries.ts';

/**
 * What was agreed of a locked listing is left again. What is open again by it is new to the alerts, as by its owner.
 * @param pickup one that was not agreed changes nothing
 */
export async function returnAmount(
  { now }: Services,
  tx: Executor,
  listing: ListingTable,
  pickup: PickupTable,
): Promise<void> {
  if (pickup.agreed_at === null) return;
  const change = { ...giveBack(listing, pickup, regionDay(now())), updated_at: now() };
  const alerts_due_at = alertsDueAt(listing, { ...listing, ...change });
  await updateListing(tx, listing.post_id, { ...change, alerts_due_at });
}

/** What comes with a change of a pickup. */
interface Change {
  columns?: Partial<PickupTable>;
  /** who of the two acts, blocks or leaves */
  by?: string;
  /** instead of the table's */
  news?: PickupNews;
  /** where the notification leads to; the post by default */
  link?: string | null;
}

/** Changes a locked pickup as its table says: its status, what is left of its listing, and who is notified. */
export async function changePickup(
  services: Services & Partial<Ctx>,
  tx: Executor,
  { pickup, listing }: Pick<LockedPickup, 'pickup' | 'listing'>,
  name: PickupAct | PickupEnd,
  { columns, by, news, ...link }: Change = {},
): Promise<void> {
  const rule = ruleOf(name);
  if (rule.givesBack && listing) await returnAmount(services, tx, listing, pickup);
  const status = rule.to && { status: rule.to };
  await updatePickup(tx, pickup.id, { ...status, ...columns, updated_at: services.now() });
  if (rule.tells === null || rule.news === null) return;
  const to = rule.tells === 'requester' ? pickup.requester_id : otherOf(pickup, by ?? null);
  await notifyPickup(services, tx, pickup, { to, news: news ?? rule.news, ...link });
}

/**
 * Changes a locked pickup by an act of the viewer's.
 * @throws AppError pickup_not_yours, pickup_ended, too_early
 */
export async function act(
  ctx: Ctx,
  tx: Executor,
  locked: LockedPickup,
  name: PickupAct,
  change: Omit<Change, 'by'> = {},
): Promise<void> {
  requireAct(name, locked, regionDay(ctx.now()));
  await changePickup(ctx, tx, locked, name, { ...change, by: requireViewer(ctx).id });
}
