// What deliveries of notifications are made of, whatever their channel.
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { NOTIFICATIONS_PATH, pickupPath, postPath, resourcePath } from '#lib/contract/paths.ts';
import type { Details, ListingFacts, PickupFacts } from '#lib/server/notifications/news/message.ts';
import { messageOf } from '#lib/server/notifications/news/messages.ts';
import type { NotificationRow } from '#lib/server/notifications/queries.ts';
import { findStewardOf } from '#lib/server/people/stewards/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { AppointmentTable, DeliveryTable } from '#lib/server/platform/db/schema.ts';

import * as compose from './compose-queries.ts';

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
export const detailsOf = ({ details }: Pick<NotificationRow, 'details'>): Details =>
  JSON.parse(details ?? '{}') as Details;

/** Of a pickup or a booking, whether it was agreed, and who requested it. */
interface Agreement {
  agreed_at: number | null;
  requester_id: string | null;
}

/** A pickup with the day of the notification, and that of its event in a calendar. */
export interface SubjectPickup
  extends
    PickupFacts,
    Agreement,
    Pick<AppointmentTable, 'updated_at' | 'sequence' | 'standing_id'> {
  takes_place_on: string;
}

/** What a notification is about, as it is now. */
interface Subject {
  pickup: SubjectPickup | null;
  listing: ListingFacts | null;
  booking: (Pick<AppointmentTable, 'status'> & Agreement) | null;
  /** whether it is for a person whom its recipient looks after no more */
  isAnothers: boolean;
  /** whether what its actor began has ended */
  isTakenBack: boolean;
}

/** @returns the page that a notification is about, or where one does what it calls for */
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

/** Finds the pickup that a notification is about, as its recipient sees it, or the person whom they look after. */
async function findPickup(
  { db }: Services,
  row: NotificationRow,
  memberId: string,
): Promise<SubjectPickup | null> {
  const { pickup: id, person = memberId, day, every } = detailsOf(row);
  const pickup = id === undefined ? undefined : await compose.findPickup(db, id);
  if (!pickup) return null;
  const { owner_id, ...facts } = pickup;
  return {
    ...facts,
    day: day ?? facts.day,
    every,
    isGiving: (facts.kind === 'need') !== (owner_id === person),
  };
}

/** Whether it reminds of a listing's end: its owner, or who saved it. */
const isReminder = ({ kind }: NotificationRow): boolean => kind === 'listing' || kind === 'saved';

/** Finds the listing of which a notification reminds. */
async function findListing({ db }: Services, row: NotificationRow): Promise<ListingFacts | null> {
  const { link_data } = row;
  const found =
    isReminder(row) && link_data !== null ? await compose.findListing(db, link_data) : undefined;
  if (!found) return null;
  const { is_requested, ...facts } = found;
  return { ...facts, isRequested: Boolean(is_requested) };
}

/** Finds the booking that a notification is about. */
async function findBooking({ db }: Services, row: NotificationRow): Promise<Subject['booking']> {
  const { booking: id } = detailsOf(row);
  return id === undefined ? null : ((await compose.findBooking(db, id)) ?? null);
}

/** Whether it is for a person whom its recipient looks after no more. */
async function isAnothers({ db }: Services, row: NotificationRow, memberId: string) {
  const { person } = detailsOf(row);
  return person !== undefined && (await findStewardOf(db, person))?.member_id !== memberId;
}

/** Whether what its actor began has ended: a place on the recipient's truck, or that they look after the recipient. */
async function isTakenBack({ db }: Services, row: NotificationRow, memberId: string) {
  const { message, actor_id } = row;
  const { pickup: pickupId = '' } = detailsOf(row);
  const begins = messageOf(message)?.begins;
  if (actor_id === null || begins === undefined) return false;
  if (begins === 'load') return !(await compose.isOnTruckOf(db, { pickupId, memberId: actor_id }));
  const [stewardId, personId] = begins === 'steward' ? [actor_id, memberId] : [memberId, actor_id];
  return (await findStewardOf(db, personId))?.member_id !== stewardId;
}

/** Finds what a notification is about, as its recipient sees it. */
export async function findSubject(
  services: Services,
  row: NotificationRow,
  memberId: string,
): Promise<Subject> {
  return {
    pickup: await findPickup(services, row, memberId),
    listing: await findListing(services, row),
    booking: await findBooking(services, row),
    isAnothers: await isAnothers(services, row, memberId),
    isTakenBack: await isTakenBack(services, row, memberId),
  };
}

/** Whether a notification was read, is another's, or says what is so no more: it is not sent then. */
export function isOutdated(row: NotificationRow, subject: Subject): boolean {
  const { pickup, listing, booking } = subject;
  if (row.read_at !== null || subject.isAnothers || subject.isTakenBack) return true;
  const about = { appointment: pickup ?? booking, listing, details: detailsOf(row) };
  return messageOf(row.message)?.isStillSo?.(about) === false;
}
