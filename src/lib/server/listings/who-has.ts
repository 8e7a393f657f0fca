import { exchangePath } from '#lib/contract/exchange-paths.ts';
import { materialName } from '#lib/contract/listing-choices.ts';
import { type ListingCard, NEWEST_OFFERS, type WhoHas } from '#lib/contract/listing-search.ts';
import { findMaterials } from '#lib/contract/material-names.ts';
import type { MaterialKey } from '#lib/contract/materials.ts';
import type { Resource } from '#lib/contract/resources.ts';
import type { Ctx } from '#lib/server/context.ts';
import { getProfile } from '#lib/server/profile/service.ts';

import { searchListings } from './search-listings.ts';

const MOST_MATERIALS = 3;
const MOST_LISTINGS = 4;

/** What a guide is about: its title says so, or its first paragraph. */
function materialsOf({ title, blocks }: Pick<Resource, 'title' | 'blocks'>): MaterialKey[] {
  const named = findMaterials(title);
  const first = blocks.find(({ type }) => type === 'TEXT')?.content ?? '';
  return (named.length > 0 ? named : findMaterials(first)).slice(0, MOST_MATERIALS);
}

const byDistance = (a: ListingCard, b: ListingCard): number =>
  (a.distance_km ?? 0) - (b.distance_km ?? 0) || b.post_id.localeCompare(a.post_id, 'en');

/** @returns null for a guide about none of the exchange's materials */
export async function findWhoHas(
  ctx: Ctx,
  resource: Pick<Resource, 'title' | 'blocks'>,
): Promise<WhoHas | null> {
  const keys = materialsOf(resource);
  if (keys.length === 0) return null;
  const town = ctx.viewer ? ((await getProfile(ctx)).town ?? null) : null;
  const pages = await Promise.all(
    keys.map((material) =>
      searchListings(ctx, { ...NEWEST_OFFERS, material, town, limit: MOST_LISTINGS }),
    ),
  );
  const listings = pages.flatMap((page) => page.listings).toSorted(byDistance);
  return {
    materials: keys.map((material) => ({
      name: materialName(material).toLowerCase(),
      href: exchangePath({ material, town }),
    })),
    listings: listings.slice(0, MOST_LISTINGS),
  };
}
