// Finds the member on whose behalf the viewer acts, from the object of the action: calls, forms and pages declare
// `actsFor`.
import { findParties } from '#lib/server/exchange/appointments/queries.ts';
import { findTrip, listStopPickups } from '#lib/server/exchange/appointments/trucks/queries.ts';
import { getAuthorId } from '#lib/server/forum/posts/post-transaction.ts';
import { findOwnerOfListing } from '#lib/server/forum/posts/poster-queries.ts';
import { actAsGiven, actAsOneOf, requireOtherSide } from '#lib/server/people/stewards/acting.ts';
import type { InPlace } from '#lib/server/platform/context.ts';

/** The contexts in which a viewer acts, by kind of object. */
export const IN_PLACE: InPlace = {
  // The owner first.
  async appointment(ctx, id) {
    const parties = await findParties(ctx.db, id);
    if (!parties) return ctx;
    const { owner_id: owner, requester_id: requester, created_at: since } = parties;
    return actAsOneOf(ctx, [
      { memberId: owner, otherId: requester, since },
      { memberId: requester, otherId: owner, since },
    ]);
  },
  async trip(ctx, id) {
    const trip = await findTrip(ctx.db, id);
    if (!trip) return ctx;
    const { driver_id: otherId } = trip;
    const stops = await listStopPickups(ctx.db, id);
    const members = new Set([otherId, ...stops.map((stop) => stop.requester_id)]);
    return actAsOneOf(
      ctx,
      [...members].map((memberId) => ({ memberId, otherId })),
    );
  },
  async author(ctx, id) {
    const post = await findOwnerOfListing(ctx.db, id);
    return post ? actAsOneOf(ctx, [{ memberId: post.author_id }]) : ctx;
  },
  // When a member blocks a steward, neither sees the other's posts, so neither can send requests to the other.
  async input(ctx, { for_account, post_id }) {
    const acting = await actAsGiven(ctx, for_account);
    if (post_id !== undefined)
      await requireOtherSide(ctx, acting, await getAuthorId(ctx, ctx.db, post_id));
    return acting;
  },
};
