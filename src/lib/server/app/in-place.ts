// Who acts, by what an act is about: calls, forms and pages declare it as `actsFor`.
import { findTwo } from '#lib/server/exchange/appointments/queries.ts';
import { findTrip, listStopPickups } from '#lib/server/exchange/trips/queries.ts';
import { getAuthorId } from '#lib/server/forum/posts/change-post.ts';
import { findOwnerOfListing } from '#lib/server/forum/posts/poster-queries.ts';
import { actAsGiven, actAsOneOf, requireOtherHand } from '#lib/server/people/stewards/acting.ts';
import type { Ctx, InPlace } from '#lib/server/platform/context.ts';
import type { AppointmentTable } from '#lib/server/platform/db/schema.ts';

type Two = Pick<AppointmentTable, 'owner_id' | 'requester_id' | 'created_at'>;

/** As one of two who ask and agree, the owner first. */
function actAsOneOfTwo(ctx: Ctx, two: Two | undefined): Promise<Ctx> {
  if (!two) return actAsOneOf(ctx, []);
  const { owner_id: owner, requester_id: requester, created_at: since } = two;
  return actAsOneOf(ctx, [
    { memberId: owner, otherId: requester, since },
    { memberId: requester, otherId: owner, since },
  ]);
}

/** The contexts in which a viewer acts. */
export const IN_PLACE: InPlace = {
  pickup: async (ctx, id) => actAsOneOfTwo(ctx, await findTwo(ctx.db, id)),
  booking: async (ctx, id) => actAsOneOfTwo(ctx, await findTwo(ctx.db, id)),
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
  // Who blocks a steward does not see their posts, nor they theirs: they ask nothing of each other.
  async input(ctx, { for_account, post_id }) {
    const acting = await actAsGiven(ctx, for_account);
    if (post_id !== undefined)
      await requireOtherHand(ctx, acting, await getAuthorId(ctx, ctx.db, post_id));
    return acting;
  },
};
