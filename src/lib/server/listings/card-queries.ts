import { isNotBlocked } from '#lib/server/blocks/visibility-queries.ts';
import { listParameters, type ListParameters, precompiled } from '#lib/server/db/precompiled.ts';
import type { Executor } from '#lib/server/db/schema.ts';
import { MEMBER_COLUMNS } from '#lib/server/members/queries.ts';

import { LISTING_COLUMNS } from './queries.ts';

/** What changes the query's text. */
interface Variant {
  count: number;
  viewer: boolean;
}

interface Values extends ListParameters {
  viewerId: string | null;
}

const cardsById = precompiled((db, values: Values, { count, viewer }: Variant) =>
  db
    .selectFrom('posts as p')
    .innerJoin('members as m', 'm.id', 'p.author_id')
    .innerJoin('listings as l', 'l.post_id', 'p.id')
    .where('p.id', 'in', listParameters(values, count))
    .where('m.disabled_at', 'is', null)
    .where(isNotBlocked(db, viewer ? values.viewerId : null, 'p.author_id'))
    .leftJoin('attachments as a', (join) =>
      join.onRef('a.post_id', '=', 'p.id').on('a.position', '=', 0),
    )
    .select([...MEMBER_COLUMNS, ...LISTING_COLUMNS, 'p.id', 'p.title', 'a.image_key', 'a.alt']),
);

/** A listing with what guests see of its post, and its author. */
export type ListingCardRow = Awaited<ReturnType<typeof cardsById>>[number];

/**
 * @param viewerId null for a guest
 * @returns those of members visible to the viewer, in the order of the ids
 */
export async function listListingCards(
  db: Executor,
  viewerId: string | null,
  ids: string[],
): Promise<ListingCardRow[]> {
  if (ids.length === 0) return [];
  const variant = { count: ids.length, viewer: viewerId !== null };
  const rows = await cardsById(db, Object.assign({ viewerId }, ids), variant);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
