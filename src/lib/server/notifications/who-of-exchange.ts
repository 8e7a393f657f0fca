// Decides who is notified of events on the exchange.
import { takesPlaceOn } from '#lib/server/exchange/appointments/facts.ts';
import { otherOf } from '#lib/server/exchange/appointments/notify.ts';
import { partOf } from '#lib/server/exchange/stock/parts-of-days.ts';
import { findRepeat } from '#lib/server/exchange/stock/round-queries.ts';
import { getTitle } from '#lib/server/forum/posts/queries.ts';
import { isBlocked } from '#lib/server/people/blocks/queries.ts';
import { findStewardOf } from '#lib/server/people/stewards/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import type { EventOf } from '#lib/server/platform/notification-events.ts';

import type { Notifier } from './channels/plan-deliveries.ts';
import { deliver, wordsOf } from './deliver.ts';
import * as rows from './delivery-queries.ts';
import type { Details, Message } from './news/message.ts';
import { MESSAGES } from './news/messages.ts';

async function findEvery(
  tx: Executor,
  { post_id, standing_id }: EventOf<'pickup_changed'>['pickup'],
): Promise<Pick<Details, 'every'>> {
  if (standing_id === null || post_id === null) return {};
  const every = await findRepeat(tx, post_id);
  return every ? { every } : {};
}

/** The facts of the text, besides the linked post. */
async function detailsOf(
  tx: Executor,
  { pickup, link, more = [] }: EventOf<'pickup_changed'>,
  { ofEachRound, outlives }: Message,
): Promise<Details> {
  const { id, post_id, material } = pickup;
  const details = {
    pickup: id,
    day: takesPlaceOn(pickup),
    ...(more.length > 0 && { more }),
    ...(ofEachRound && (await findEvery(tx, pickup))),
  };
  if (outlives) return { ...details, material };
  if (link !== null || post_id === null) return details;
  return { ...details, subject: await getTitle(tx, post_id) };
}

/** Notifies a member of a pickup, once per event. */
export async function notifyPickup(
  services: Notifier,
  tx: Executor,
  event: EventOf<'pickup_changed'>,
): Promise<void> {
  const { pickup, news, link: link_data } = event;
  const message = MESSAGES[`pickup_${news}`];
  const facts = {
    actor_id: message.anonymous ? null : event.actorId,
    link_data,
    dedupe_key: `pickup ${pickup.id} ${message.sameAs ?? news}`,
    details: await detailsOf(tx, event, message),
  };
  const given = { ...wordsOf(`pickup_${news}`), ...facts };
  const other = otherOf(pickup, event.to);
  await deliverToBoth(services, tx, given, { ...event, other, isRepeated: message.repeated });
}

/**
 * Notifies a person, and the steward who looks after them. When the steward acted, the person's notification says so.
 * @param other the other member of the appointment; a steward whom a block separates from them is not notified
 */
async function deliverToBoth(
  services: Notifier,
  tx: Executor,
  given: Parameters<typeof deliver>[2],
  {
    to,
    actorId,
    other,
    isRepeated = false,
  }: { to: string; actorId: string | null; other: string | null; isRepeated?: boolean | undefined },
): Promise<void> {
  const stewardId = (await findStewardOf(tx, to))?.member_id;
  const isInPlace = stewardId !== undefined && stewardId === actorId;
  const own = isInPlace
    ? { ...given, details: { ...given.details, inPlace: true as const } }
    : given;
  await deliver(services, tx, own, [{ member_id: to }], isRepeated);
  if (stewardId === undefined || isInPlace) return;
  if (other !== null && (await isBlocked(tx, stewardId, other))) return;
  const details = { ...given.details, person: to };
  await deliver(services, tx, { ...given, details }, [{ member_id: stewardId }], isRepeated);
}

/** Notifies a member of a booking. Events that may be repeated replace earlier ones. */
export async function notifyOfBooking(
  services: Notifier,
  tx: Executor,
  { booking, news, to, actorId }: EventOf<'booking_changed'>,
): Promise<void> {
  const { id, machine, town, day } = booking;
  const { anonymous, repeated: isRepeated } = MESSAGES[`booking_${news}`];
  const facts = {
    actor_id: anonymous ? null : actorId,
    details: { booking: id, machine, town, day, half: partOf(booking) },
    dedupe_key: `booking ${id} ${news}`,
  };
  const given = { ...wordsOf(`booking_${news}`), ...facts };
  const other = otherOf(booking, to);
  await deliverToBoth(services, tx, given, { to, actorId, other, isRepeated });
}

/** Notifies the owner once of what helps the listing. @returns false when that was done before */
async function notifyOfHelp(
  services: Notifier,
  tx: Executor,
  { postId, authorId, until, help }: EventOf<'listing_due'>,
): Promise<boolean> {
  const dedupe_key = `listing ${postId} unrequested`;
  if (!help || (await rows.listGrouped(tx, dedupe_key, [authorId])).length > 0) return false;
  const details = { day: until, ...help };
  const facts = { link_data: postId, dedupe_key, details };
  await deliver(services, tx, { ...wordsOf('unrequested'), ...facts }, [{ member_id: authorId }]);
  return true;
}

export async function notifyOwner(
  services: Notifier,
  tx: Executor,
  event: EventOf<'listing_due'>,
): Promise<void> {
  if (await notifyOfHelp(services, tx, event)) return;
  const { postId, authorId, kind, until, when } = event;
  const words = {
    'half time': wordsOf(`still_there_${kind}`),
    tomorrow: wordsOf('ends_tomorrow'),
    today: wordsOf('last_day'),
  };
  // There is one reminder of the end, whatever the day.
  const part = when === 'half time' ? when : 'last day';
  const facts = { link_data: postId, dedupe_key: `listing ${postId} ${until} ${part}` };
  const given = { ...words[when], ...facts, details: { day: until } };
  const to = { to: authorId, actorId: null, other: null };
  await deliverToBoth(services, tx, given, to);
}

/** Notifies once per listing, whatever happens to it later. */
export async function notifyOfListing(
  services: Notifier,
  tx: Executor,
  { postId, authorId, listing: { material, town }, memberIds }: EventOf<'listing_found'>,
): Promise<void> {
  const facts = { actor_id: authorId, link_data: postId, dedupe_key: `alert ${postId}` };
  const details = { material, town };
  const recipients = memberIds.map((member_id) => ({ member_id }));
  await deliver(services, tx, { ...wordsOf('new_listing'), ...facts, details }, recipients);
}

/** Notifies once, however many of the member's alerts match. */
export async function notifyOfWeek(
  services: Notifier,
  tx: Executor,
  { monday, material, town, memberIds }: EventOf<'week_ahead'>,
): Promise<void> {
  const facts = {
    dedupe_key: `week ${monday} ${material} ${town}`,
    details: { material, town, day: monday },
  };
  const recipients = memberIds.map((member_id) => ({ member_id }));
  await deliver(services, tx, { ...wordsOf('week_ahead'), ...facts }, recipients);
}

/** Notifies once per last day, which the owner may postpone. */
export async function notifySavers(
  services: Notifier,
  tx: Executor,
  { postId, authorId, until, memberIds }: EventOf<'saved_ends'>,
): Promise<void> {
  const dedupe_key = `saved ${postId} ${until}`;
  const facts = { actor_id: authorId, link_data: postId, dedupe_key, details: { day: until } };
  const recipients = memberIds.map((member_id) => ({ member_id }));
  await deliver(services, tx, { ...wordsOf('saved_ends'), ...facts }, recipients);
}
