import type {
  Pickup,
  PickupList,
  PickupMessage,
  PickupPage,
} from '#lib/contract/exchange/pickups.ts';
import { listLeftOut } from '#lib/server/exchange/rounds/list-rounds.ts';
import { listAgreedOf } from '#lib/server/exchange/rounds/queries.ts';
import { withoutHidden } from '#lib/server/people/stewards/without-hidden.ts';
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { regionDay } from '#lib/site.ts';

import { daysToCome, takesPlaceOn } from './acts.ts';
import { getPickup, toPickups } from './appointment.ts';
import { listPickupMessages } from './messages.ts';
import { listEndedPickups, listOpenPickups, type PickupRow } from './own-queries.ts';
import { countRequests, countToDo, listAgreedPickups, listRequests } from './pressing-queries.ts';

const CURSORS: Record<PickupList['state'], (row: PickupRow) => string> = {
  open: (row) => `${takesPlaceOn(row)}.${row.id}`,
  standing: (row) => `${takesPlaceOn(row)}.${row.id}`,
  ended: ({ id }) => id,
};

function listRows(ctx: Ctx, list: PickupList): Promise<PickupRow[]> {
  const { id: memberId } = requireViewer(ctx);
  if (list.state === 'ended') return listEndedPickups(ctx.db, memberId, withLookahead(list));
  const [day, id] = list.cursor?.split('.') ?? [];
  const after = day && id ? { day, id } : null;
  const { limit } = withLookahead(list);
  const isStanding = list.state === 'standing';
  return listOpenPickups(ctx.db, memberId, { isStanding, after, limit });
}

/** Lists the viewer's pickups, giving and taking. */
export async function listPickups(ctx: Ctx, list: PickupList): Promise<PickupPage> {
  const { items, nextCursor } = toPage(await listRows(ctx, list), list.limit, CURSORS[list.state]);
  return { pickups: await toPickups(ctx, items), nextCursor };
}

/** Takes out what a steward has nothing to do with. */
const withoutBlocked = (ctx: Ctx, rows: PickupRow[]): Promise<PickupRow[]> =>
  withoutHidden(ctx, rows, ({ owner_id, requester_id }) => [owner_id, requester_id]);

// More are on the page of pickups.
const MAX_PRESSING = 20;

/** Lists the viewer's appointments from today on, the next first. */
export async function listAppointments(ctx: Ctx, limit = MAX_PRESSING): Promise<Pickup[]> {
  const { id } = requireViewer(ctx);
  const rows = await listAgreedPickups(ctx.db, id, regionDay(ctx.now()), limit);
  return toPickups(ctx, await withoutBlocked(ctx, rows));
}

/** What others request of a member. */
interface PickupRequests {
  /** the next ones */
  requests: Pickup[];
  /** of all */
  count: number;
}

/** Lists what is requested of the viewer, the next first. @param postId null for all of their posts */
export async function listPickupRequests(ctx: Ctx, postId: string | null): Promise<PickupRequests> {
  const { id } = requireViewer(ctx);
  const requests = { ownerId: id, from: regionDay(ctx.now()), postId };
  const rows = await listRequests(ctx.db, requests, MAX_PRESSING);
  // Nearly always there are fewer.
  const count = rows.length < MAX_PRESSING ? rows.length : await countRequests(ctx.db, requests);
  const shown = await withoutBlocked(ctx, rows);
  return { requests: await toPickups(ctx, shown), count: count - (rows.length - shown.length) };
}

/** A pickup with what the two wrote, for its page. */
export interface PickupPageData {
  pickup: Pickup;
  messages: PickupMessage[];
  /** the days that are left out of what is agreed for each round */
  leftOut: string[];
}

/** @throws AppError pickup_not_found */
export async function getPickupPage(ctx: Ctx, id: string): Promise<PickupPageData> {
  const pickup = await getPickup(ctx, id);
  const { standing } = pickup;
  const leftOut = standing ? await listLeftOut(ctx, standing.standing_id) : [];
  return { pickup, messages: await listPickupMessages(ctx, id), leftOut };
}

/** Counts the pickups and bookings in which the viewer has something to do; 0 for a guest. */
export const countPickupsToDo = async ({ viewer, db, now }: Ctx): Promise<number> =>
  viewer
    ? countToDo(db, { memberId: viewer.id, today: regionDay(now()), ...daysToCome({ now }) })
    : 0;

/**
 * Reads one of the viewer's pickups; of one of each round, all that are agreed.
 * @throws AppError pickup_not_found
 */
export async function getWithRounds(ctx: Ctx, id: string): Promise<Pickup[]> {
  const pickup = await getPickup(ctx, id);
  if (pickup.status !== 'agreed' || !pickup.standing) return [pickup];
  const ids = await listAgreedOf(ctx.db, pickup.standing.standing_id);
  return Promise.all(ids.map((each) => getPickup(ctx, each)));
}
