import { materialName } from '#lib/contract/exchange/listing-choices.ts';
import type { ListingKind } from '#lib/contract/exchange/listings.ts';
import { isMaterial } from '#lib/contract/exchange/materials.ts';
import type { MemberActivity, OpenListing } from '#lib/contract/exchange/member-activity.ts';
import { listingPath } from '#lib/contract/paths.ts';

const LABELS: Record<ListingKind, string> = {
  offer: 'Gives',
  need: 'Looks for',
  service: 'Works with',
};
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What a member has open of one kind. */
export interface OpenKind {
  label: string;
  links: { href: string; name: string }[];
}

const toLink = ({ material, post_id }: OpenListing) => ({
  href: listingPath(post_id),
  name: isMaterial(material) ? materialName(material) : material,
});

/** @returns what a member gives, looks for and works with, each if there is any */
export const openKinds = ({ listings }: MemberActivity): OpenKind[] =>
  (['offer', 'need', 'service'] as const).flatMap((kind) => {
    const links = listings.filter((each) => each.kind === kind).map(toLink);
    return links.length > 0 ? [{ label: LABELS[kind], links }] : [];
  });

/** @param month YYYY-MM. @returns e.g. `March 2025` */
export const formatMonth = (month: string): string => MONTH.format(new Date(month));

/** @returns a member's record in short sentences; none when there are too few pickups */
export function recordSentences({ record }: MemberActivity): string[] {
  const { handed_over, picked_up, appointments } = record;
  return [
    ...(appointments
      ? [`Kept ${appointments.fulfilled} of ${appointments.agreed} appointments`]
      : []),
    ...(handed_over === null ? [] : [`${handed_over} handed over`]),
    ...(picked_up === null ? [] : [`${picked_up} picked up`]),
  ];
}
