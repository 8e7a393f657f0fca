import type { Round } from '#lib/contract/exchange/appointments.ts';
import { isActive } from '#lib/contract/exchange/listings/listing-states.ts';
import { daysAhead } from '#lib/server/exchange/appointments/standing/make-rounds.ts';
import { listRequestedDays } from '#lib/server/exchange/appointments/standing/standing-queries.ts';
import { findRepeating, listRounds } from '#lib/server/exchange/stock/round-queries.ts';
import { getAuthorId } from '#lib/server/forum/posts/post-transaction.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

/** Whether the viewer can request a pickup of a round. */
export const canRequest = ({ is_requested, amount_left }: Round): boolean =>
  !is_requested && amount_left > 0;

/**
 * Lists the rounds of a post's listing in the next weeks, next first, including those that the job has not created
 * yet.
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
