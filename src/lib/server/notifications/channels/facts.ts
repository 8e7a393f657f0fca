// Gathers the facts for deliveries of all channels, as they are when the delivery is sent.
import { NOTIFICATIONS_PATH, pickupPath, postPath, resourcePath } from '#lib/contract/paths.ts';
import type { NotificationRow } from '#lib/server/notifications/inbox/queries.ts';
import { detailsOf } from '#lib/server/notifications/inbox/words.ts';
import type {
  Details,
  ListingFacts,
  Message,
  PickupFacts,
} from '#lib/server/notifications/news/message.ts';
import { messageOf } from '#lib/server/notifications/news/messages.ts';
import { findStewardOf } from '#lib/server/people/stewards/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';

import * as queries from './facts-queries.ts';

type Found = NonNullable<Awaited<ReturnType<typeof queries.findAppointment>>>;

/** A pickup with the day in the notification, and that of its calendar event. */
type SubjectPickup = PickupFacts & Found;

/** A notification that is still news, with its subject. */
export interface News {
  notification: NotificationRow;
  /** null for texts by staff */
  message: Message | null;
  details: Details;
  /** a pickup or booking */
  appointment: Found | null;
  /** the appointment if it is a pickup */
  pickup: SubjectPickup | null;
  listing: ListingFacts | null;
}

/** @returns the page of a notification's subject, or the page for the action it calls for */
export function pathOf(row: NotificationRow, pickup: PickupFacts | null): string {
  const { type, message, link_data } = row;
  const details = detailsOf(row);
  const appointment = pickup?.id ?? details.booking;
  if (appointment !== undefined) return pickupPath(appointment);
  const own = messageOf(message)?.path?.(link_data, details);
  if (own) return own;
  if (!link_data) return NOTIFICATIONS_PATH;
  return type === 'eduhub-published' ? resourcePath(link_data) : postPath(link_data);
}

/** @returns a pickup as the recipient sees it, or the person whom they look after */
function toPickup(
  found: Found | null,
  { pickup, person, day, every }: Details,
  memberId: string,
): SubjectPickup | null {
  if (!found || pickup === undefined) return null;
  const isGiving = (found.kind === 'need') !== (found.owner_id === (person ?? memberId));
  return { ...found, day: day ?? found.day, every, isGiving };
}

/** Finds the listing that a reminder to its owner or savers is about. */
async function findListing(
  { db }: Services,
  { kind, link_data }: NotificationRow,
): Promise<ListingFacts | null> {
  if ((kind !== 'listing' && kind !== 'saved') || link_data === null) return null;
  const found = await queries.findListing(db, link_data);
  if (!found) return null;
  const { is_requested, ...facts } = found;
  return { ...facts, isRequested: Boolean(is_requested) };
}

/** Whether the recipient no longer looks after the person concerned, or what the actor began has ended. */
async function isOver(
  { db }: Services,
  { message, actor_id }: NotificationRow,
  { person, pickup: pickupId = '' }: Details,
  memberId: string,
): Promise<boolean> {
  const isSteward = async (stewardId: string, personId: string) =>
    (await findStewardOf(db, personId))?.member_id === stewardId;
  if (person !== undefined && !(await isSteward(memberId, person))) return true;
  if (actor_id === null) return false;
  const isGoingOn = {
    load: () => queries.isOnTruckOf(db, { pickupId, memberId: actor_id }),
    steward: () => isSteward(actor_id, memberId),
    person: () => isSteward(memberId, actor_id),
  };
  const begins = messageOf(message)?.begins;
  return begins !== undefined && !(await isGoingOn[begins]());
}

/**
 * Finds the facts of a notification. @returns null when it was read, belongs to another member, or is outdated: it is
 * then not sent
 */
export async function findNews(
  services: Services,
  notification: NotificationRow,
  memberId: string,
): Promise<News | null> {
  const details = detailsOf(notification);
  if (notification.read_at !== null) return null;
  if (await isOver(services, notification, details, memberId)) return null;
  const message = messageOf(notification.message);
  const id = details.pickup ?? details.booking;
  const appointment =
    id === undefined ? null : ((await queries.findAppointment(services.db, id)) ?? null);
  const listing = await findListing(services, notification);
  if (message?.isStillSo?.({ appointment, listing, details }) === false) return null;
  const pickup = toPickup(appointment, details, memberId);
  return { notification, message, details, appointment, pickup, listing };
}
