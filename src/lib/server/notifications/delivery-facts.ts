// What deliveries of notifications are made of, whatever their channel.
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { NOTIFICATIONS_PATH, pickupPath, postPath, resourcePath } from '#lib/contract/paths.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { DeliveryTable } from '#lib/server/platform/db/schema.ts';

import * as compose from './compose-queries.ts';
import type { PickupFacts } from './emails.ts';
import type { Details } from './messages.ts';
import type { NotificationRow } from './queries.ts';

/** A delivery to a member, about a notification. */
export interface OfNotification extends DeliveryTable {
  member_id: string;
  kind: NotificationKind;
  notification_id: string;
}

/** Whether a delivery is about a notification; others are emails to an address. */
export const isOfNotification = (row: DeliveryTable): row is OfNotification =>
  row.member_id !== null && row.kind !== null && row.notification_id !== null;

/** @returns the facts that no other row has */
export const detailsOf = ({ details }: NotificationRow): Details =>
  JSON.parse(details ?? '{}') as Details;

/** @returns the page that a notification is about */
export function pathOf({ type, link_data }: NotificationRow, pickup: PickupFacts | null): string {
  if (pickup) return pickupPath(pickup.id);
  if (!link_data) return NOTIFICATIONS_PATH;
  return type === 'eduhub-published' ? resourcePath(link_data) : postPath(link_data);
}

/** Finds the pickup that a notification is about, as its recipient sees it. */
export async function findPickup(
  { db }: Services,
  row: NotificationRow,
  memberId: string,
): Promise<PickupFacts | null> {
  const { pickup: id } = detailsOf(row);
  const pickup = id === undefined ? undefined : await compose.findPickup(db, id);
  if (!pickup) return null;
  const { owner_id, ...facts } = pickup;
  return { ...facts, isGiving: (facts.kind === 'need') !== (owner_id === memberId) };
}
