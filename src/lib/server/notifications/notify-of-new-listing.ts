import { materialName, townName } from '#lib/contract/listing-choices.ts';
import { isMaterial } from '#lib/contract/materials.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, ListingTable } from '#lib/server/platform/db/schema.ts';

import { MESSAGES } from './messages.ts';
import { toNotificationRow } from './notify.ts';
import { insertNotifications } from './queries.ts';

/** A listing with its post. */
interface NewListing extends Pick<ListingTable, 'post_id' | 'material' | 'town'> {
  author_id: string;
  title: string;
}

const titleOf = ({ material, town }: NewListing): string =>
  MESSAGES.newListing(
    isMaterial(material) ? materialName(material) : material,
    townName(town) ?? town,
  );

/** Notifies members with an alert of a listing: each once for a listing, whatever happens to it later. */
export async function notifyOfNewListing(
  services: Services,
  tx: Executor,
  listing: NewListing,
  memberIds: string[],
): Promise<void> {
  const { post_id, author_id, title } = listing;
  const rows = memberIds.map((memberId) =>
    toNotificationRow(services, {
      type: 'forum',
      kind: 'alert',
      audience: 'member',
      audience_member_id: memberId,
      actor_id: author_id,
      link_data: post_id,
      title: titleOf(listing),
      content: title,
      dedupe_key: `alert ${post_id} ${memberId}`,
    }),
  );
  await insertNotifications(tx, rows);
}
