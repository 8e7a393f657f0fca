import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import type { MemberActivity, OpenListing } from '#lib/contract/exchange/member-activity.ts';
import { getPublicRecord } from '#lib/server/exchange/appointments/record.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';
import { regionDay } from '#lib/site.ts';

import { findJoinedAt, listOpenListings } from './queries.ts';

const MONTH_LENGTH = 'YYYY-MM'.length;
// More towns would not say where the member is.
const MAX_TOWNS = 3;

/** @param listings newest first. @returns the first of each kind and material */
const newestOfEach = (listings: OpenListing[]): OpenListing[] => [
  ...new Map(
    listings.toReversed().map((each) => [`${each.kind} ${each.material}`, each] as const),
  ).values(),
];

const newestFirst = (a: OpenListing, b: OpenListing) => (a.post_id < b.post_id ? 1 : -1);

/** Gets a member's activity in the exchange, as members see it; also the viewer's own. */
export async function getMemberActivity(ctx: Ctx, memberId: string): Promise<MemberActivity> {
  const { id: viewerId } = requireViewer(ctx);
  const joinedAt = await findJoinedAt(ctx.db, viewerId, memberId);
  if (joinedAt === undefined) throw notFound('member');
  const [listings, record] = await Promise.all([
    listOpenListings(ctx.db, memberId),
    getPublicRecord(ctx, memberId),
  ]);
  return {
    member_since: regionDay(joinedAt).slice(0, MONTH_LENGTH),
    listings: newestOfEach(listings).toSorted(newestFirst),
    record,
  };
}

/** @returns the towns of a member's newest open listings, without duplicates */
export const townNames = ({ listings }: MemberActivity): string[] =>
  [...new Set(listings.flatMap(({ town }) => townName(town) ?? []))].slice(0, MAX_TOWNS);
