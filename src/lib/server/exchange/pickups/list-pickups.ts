import type {
  Pickup,
  PickupList,
  PickupMessage,
  PickupPage,
} from '#lib/contract/exchange/pickups.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';

import { listPickupMessages } from './messages.ts';
import { getPickup } from './pickup-transaction.ts';
import { listEndedPickups, listOpenPickups, type PickupRow } from './queries.ts';
import { toPickups } from './to-pickup.ts';

const CURSORS: Record<PickupList['state'], (row: PickupRow) => string> = {
  open: ({ day, id }) => `${day}.${id}`,
  ended: ({ id }) => id,
};

function listRows(ctx: Ctx, list: PickupList): Promise<PickupRow[]> {
  const { id: memberId } = requireViewer(ctx);
  if (list.state === 'ended') return listEndedPickups(ctx.db, memberId, withLookahead(list));
  const [day, id] = list.cursor?.split('.') ?? [];
  const after = day && id ? { day, id } : null;
  return listOpenPickups(ctx.db, memberId, after, withLookahead(list).limit);
}

/** Lists the viewer's pickups, giving and taking. */
export async function listPickups(ctx: Ctx, list: PickupList): Promise<PickupPage> {
  const { items, nextCursor } = toPage(await listRows(ctx, list), list.limit, CURSORS[list.state]);
  return { pickups: await toPickups(ctx, items), nextCursor };
}

/** A pickup with what the two wrote, for its page. */
export interface PickupPageData {
  pickup: Pickup;
  messages: PickupMessage[];
}

/** @throws AppError pickup_not_found */
export async function getPickupPage(ctx: Ctx, id: string): Promise<PickupPageData> {
  return { pickup: await getPickup(ctx, id), messages: await listPickupMessages(ctx, id) };
}
