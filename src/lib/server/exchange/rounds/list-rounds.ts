import type { Round } from '#lib/contract/exchange/appointments.ts';
import { isActive } from '#lib/contract/exchange/listing-states.ts';
import { getAuthorId } from '#lib/server/forum/posts/post-transaction.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/platform/context.ts';
import { regionDay } from '#lib/site.ts';

import { daysAhead } from './make-rounds.ts';
import {
  findRepeating,
  findStanding,
  listPickupDays,
  listRequestedDays,
  listRounds,
} from './queries.ts';

/** Whether the viewer may ask for a round. */
export const canRequest = ({ is_requested, amount_left }: Round): boolean =>
  !is_requested && amount_left > 0;

/**
 * Lists the rounds of a post's listing for the next weeks, the next first: also those that no job has made yet.
 * @throws AppError post_not_found
 */
export async function listRoundsAhead(ctx: Ctx, postId: string): Promise<Round[]> {
  await getAuthorId(ctx, ctx.db, postId);
  const today = regionDay(ctx.now());
  const listing = await findRepeating(ctx.db, postId);
  if (!listing || listing.amount === null || !isActive(listing.status)) return [];
  const { amount } = listing;
  const made = new Map((await listRounds(ctx.db, postId, today)).map((each) => [each.day, each]));
  const requested = await listRequestedDays(ctx.db, postId, requireViewer(ctx).id);
  return daysAhead(listing, today).map((day) => ({
    day,
    amount: made.get(day)?.amount ?? amount,
    amount_left: made.get(day)?.amount_left ?? amount,
    is_requested: requested.includes(day),
  }));
}

/** Lists the days ahead of the rounds of which too little was left for what is agreed for each, the next first. */
export async function listLeftOut({ db, now }: Services, standingId: string): Promise<string[]> {
  const standing = await findStanding(db, standingId);
  if (!standing || standing.agreed_at === null || standing.ended_at !== null) return [];
  const today = regionDay(now());
  const from = standing.first_on > today ? standing.first_on : today;
  const had = await listPickupDays(db, standing, from);
  const made = (await listRounds(db, standing.post_id, from)).map(({ day }) => day);
  return made.filter((day) => !had.includes(day)).toSorted();
}
