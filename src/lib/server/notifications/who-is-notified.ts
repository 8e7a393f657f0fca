// Who is notified of what happens, with which facts. The words are in `messages.ts`.
import { isMuted } from '#lib/server/forum/mutes/queries.ts';
import { getTitle } from '#lib/server/forum/posts/queries.ts';
import { findStewardOf } from '#lib/server/people/stewards/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import type {
  BookingNews,
  NotificationEvent,
  PickupNews,
} from '#lib/server/platform/notification-events.ts';

import { broadcast, deliver, type Recipient, wordsOf } from './deliver.ts';
import * as rows from './delivery-queries.ts';
import * as likes from './like-queries.ts';
import { type Details, excerpt } from './messages.ts';
import { forgetInOldTables } from './old-queries.ts';
import { refreshInboxes, refreshVersions } from './queries.ts';

type EventOf<K extends NotificationEvent['event']> = Extract<NotificationEvent, { event: K }>;

/** The post's author: of the likes of a post there is one notification. A like and unlike and like again is one like. */
async function notifyLike(
  services: Services,
  tx: Executor,
  { postId, authorId, likerId }: EventOf<'post_liked'>,
): Promise<void> {
  if (likerId === authorId || (await isMuted(tx, postId, authorId))) return;
  if (!(await likes.insertNotifiedLike(tx, postId, likerId))) return;
  const others = await likes.countOtherLikes(tx, postId);
  const facts = { actor_id: likerId, link_data: postId, dedupe_key: `likes ${postId}` };
  await deliver(
    services,
    tx,
    { ...wordsOf('liked'), ...facts },
    [{ member_id: authorId, others }],
    true,
  );
}

/**
 * The post's author and who commented there. No member has more than one notification of a post's comments: the next one
 * tells of all of them.
 */
async function notifyComment(
  services: Services,
  tx: Executor,
  { comment, authorId }: EventOf<'comment_written'>,
): Promise<void> {
  const { id: comment_id, post_id, member_id: actor_id } = comment;
  const everyone = await rows.listConversation(tx, post_id, authorId);
  const ids = everyone.filter((id) => id !== actor_id);
  if (ids.length === 0) return;
  const dedupe_key = `comments ${post_id}`;
  const before = await rows.listGrouped(tx, dedupe_key, ids);
  const previous = await rows.findPreviousComment(tx, comment);
  const recipients = ids.map((member_id): Recipient => {
    const group = before.find((each) => each.member_id === member_id);
    if (!group) return { member_id, comment_id, first_comment_id: comment_id };
    const first_comment_id = group.first_comment_id ?? comment_id;
    const isCounted = previous !== undefined && previous.id >= first_comment_id;
    const others = group.others + (isCounted ? 0 : 1);
    return { member_id, comment_id, first_comment_id, others };
  });
  const facts = { actor_id, link_data: post_id, dedupe_key };
  await deliver(services, tx, { ...wordsOf('commented'), ...facts }, recipients, true);
}

/** What happens again and again: the last replaces those before. */
const REPEATED: ReadonlySet<PickupNews> = new Set([
  'message',
  'placed',
  'corrected',
  'waiting',
  'tripOffered',
  'tripJoined',
  'tripLeft',
  'tripOff',
]);

/** Without an actor, as news of a member are hidden from who is blocked or outlives them. */
const ANONYMOUS: ReadonlySet<PickupNews> = new Set([
  'ended',
  'deleted',
  'left',
  'tripOffered',
  'tripLeft',
  'tripOff',
]);

/** What its words are made of besides the post that it leads to. */
async function detailsOf(
  tx: Executor,
  { pickup: { id, post_id, material, day }, news, link }: EventOf<'pickup_changed'>,
): Promise<Details> {
  const details = { pickup: id, day };
  if (news === 'left') return { ...details, material };
  if (link !== null || post_id === null) return details;
  return { ...details, subject: await getTitle(tx, post_id) };
}

/** One of the two of a pickup, once for each thing that happens. */
async function notifyPickup(
  services: Services,
  tx: Executor,
  event: EventOf<'pickup_changed'>,
): Promise<void> {
  const { pickup, news, to, link: link_data } = event;
  const facts = {
    actor_id: ANONYMOUS.has(news) ? null : event.actorId,
    link_data,
    dedupe_key: `pickup ${pickup.id} ${news}`,
  };
  const given = { ...wordsOf(`pickup_${news}`), ...facts, details: await detailsOf(tx, event) };
  const isRepeated = REPEATED.has(news);
  const stewardId = (await findStewardOf(tx, to))?.member_id ?? null;
  const isInPlace = stewardId !== null && stewardId === event.actorId;
  const details = isInPlace ? { ...given.details, inPlace: true as const } : given.details;
  await deliver(services, tx, { ...given, details }, [{ member_id: to }], isRepeated);
  if (!isInPlace)
    await deliverToSteward(services, tx, given, { stewardId, person: to, isRepeated });
}

/** What goes to a person goes to who looks after them, too. */
async function deliverToSteward(
  services: Services,
  tx: Executor,
  given: Parameters<typeof deliver>[2],
  {
    stewardId,
    person,
    isRepeated = false,
  }: { stewardId: string | null; person: string; isRepeated?: boolean },
): Promise<void> {
  if (stewardId === null) return;
  const details = { ...given.details, person };
  await deliver(services, tx, { ...given, details }, [{ member_id: stewardId }], isRepeated);
}

/** By which no member is known, as above, or of others than the two. */
const ANONYMOUS_BOOKINGS: ReadonlySet<BookingNews> = new Set([
  'ended',
  'deleted',
  'left',
  'freed',
  'taken',
]);

/** One of the two of a booking. What may happen again replaces those before. */
async function notifyOfBooking(
  services: Services,
  tx: Executor,
  { booking, news, to, actorId }: EventOf<'booking_changed'>,
): Promise<void> {
  const { id, machine, town, day, half } = booking;
  const facts = {
    actor_id: ANONYMOUS_BOOKINGS.has(news) ? null : actorId,
    details: { booking: id, machine, town, day, half },
    dedupe_key: `booking ${id} ${news}`,
  };
  const isRepeated = news === 'freed' || news === 'taken';
  await deliver(
    services,
    tx,
    { ...wordsOf(`booking_${news}`), ...facts },
    [{ member_id: to }],
    isRepeated,
  );
}

/** Tells the owner once what helps. @returns false when an earlier one did so */
async function notifyOfHelp(
  services: Services,
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

async function notifyOwner(
  services: Services,
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
  // Of its end there is one, on whichever day it was made.
  const part = when === 'half time' ? when : 'last day';
  const facts = { link_data: postId, dedupe_key: `listing ${postId} ${until} ${part}` };
  const given = { ...words[when], ...facts, details: { day: until } };
  await deliver(services, tx, given, [{ member_id: authorId }]);
  const stewardId = (await findStewardOf(tx, authorId))?.member_id ?? null;
  await deliverToSteward(services, tx, given, { stewardId, person: authorId });
}

/** Each once for a listing, whatever happens to it later. */
async function notifyOfListing(
  services: Services,
  tx: Executor,
  { postId, authorId, listing: { material, town }, memberIds }: EventOf<'listing_found'>,
): Promise<void> {
  const facts = { actor_id: authorId, link_data: postId, dedupe_key: `alert ${postId}` };
  const details = { material, town };
  const recipients = memberIds.map((member_id) => ({ member_id }));
  await deliver(services, tx, { ...wordsOf('new_listing'), ...facts, details }, recipients);
}

/** Each once, however many of their alerts are for it. */
async function notifyOfWeek(
  services: Services,
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

/** Each once for a last day, which its owner may put off. */
async function notifySavers(
  services: Services,
  tx: Executor,
  { postId, authorId, until, memberIds }: EventOf<'saved_ends'>,
): Promise<void> {
  const dedupe_key = `saved ${postId} ${until}`;
  const facts = { actor_id: authorId, link_data: postId, dedupe_key, details: { day: until } };
  const recipients = memberIds.map((member_id) => ({ member_id }));
  await deliver(services, tx, { ...wordsOf('saved_ends'), ...facts }, recipients);
}

async function deletePostNotifications(tx: Executor, postId: string): Promise<void> {
  await forgetInOldTables(tx, { link: postId });
  await refreshInboxes(tx, await rows.deleteByLink(tx, postId));
}

/** Of comments before the one that its author deleted, notifications stay, without its words. */
async function forgetComment(
  tx: Executor,
  comment: rows.CommentKey,
  by: 'author' | 'staff',
): Promise<void> {
  await forgetInOldTables(tx, { link: comment.postId, commentId: comment.commentId });
  const deleted = await rows.deleteOfComment(tx, comment, by === 'author');
  const words = by === 'author' && {
    content: await getTitle(tx, comment.postId),
    isThere: false,
  };
  const changed = words ? await rows.changeComment(tx, comment, words) : [];
  await refreshInboxes(tx, [...deleted, ...changed]);
}

async function changeBlock(
  tx: Executor,
  { memberIds: [blocker, blocked], isBlocked }: EventOf<'block_changed'>,
): Promise<void> {
  if (isBlocked) {
    await likes.updateLikeNotifications(tx, { memberId: blocked, authorId: blocker });
    await likes.updateLikeNotifications(tx, { memberId: blocker, authorId: blocked });
  }
  await refreshInboxes(tx, [blocker, blocked]);
}

/** A member is not seen any more, or again: what they did is hidden from others, and not counted. */
async function changeDisabled(
  tx: Executor,
  { event, memberId }: EventOf<'member_disabled' | 'member_enabled'>,
): Promise<void> {
  const notified = await rows.listNotifiedBy(tx, memberId);
  const authors =
    event === 'member_disabled' ? await likes.updateLikeNotifications(tx, { memberId }) : [];
  await refreshInboxes(tx, [...notified, ...authors]);
}

type Handlers = {
  [K in NotificationEvent['event']]: (
    services: Services,
    tx: Executor,
    event: EventOf<K>,
  ) => Promise<void>;
};

const HANDLERS: Handlers = {
  post_published: (services, tx, { postId: link_data, authorId: actor_id }) =>
    broadcast(
      services,
      tx,
      { ...wordsOf('posted'), link_data, actor_id },
      { audience: 'followers' },
    ),
  post_deleted: (_, tx, { postId }) => deletePostNotifications(tx, postId),
  post_liked: notifyLike,
  comment_written: notifyComment,
  comment_edited: async (_, tx, { content, ...comment }) => {
    const words = { content: excerpt(content), isThere: true };
    await forgetInOldTables(tx, { link: comment.postId, commentId: comment.commentId });
    await refreshInboxes(tx, await rows.changeComment(tx, comment, words));
  },
  comment_deleted: (_, tx, comment) => forgetComment(tx, comment, 'author'),
  comment_removed: (_, tx, comment) => forgetComment(tx, comment, 'staff'),
  pickup_changed: notifyPickup,
  booking_changed: notifyOfBooking,
  listing_due: notifyOwner,
  listing_found: notifyOfListing,
  week_ahead: notifyOfWeek,
  saved_ends: notifySavers,
  guide_published: (services, tx, { guideId, title: subject }) =>
    broadcast(
      services,
      tx,
      {
        ...wordsOf('guide'),
        link_data: guideId,
        // A guide may be deleted.
        details: { subject },
        dedupe_key: `published ${guideId}`,
      },
      { audience: 'everyone' },
    ),
  block_changed: (_, tx, event) => changeBlock(tx, event),
  member_disabled: (_, tx, event) => changeDisabled(tx, event),
  member_enabled: (_, tx, event) => changeDisabled(tx, event),
  member_changed: async (_, tx, { memberId }) =>
    refreshVersions(tx, await rows.listNotifiedBy(tx, memberId)),
  staff_decided: (services, tx, { memberId, title, content, link }) =>
    deliver(
      services,
      tx,
      {
        type: link ? 'forum' : 'violation',
        kind: 'moderation',
        message: null,
        title,
        content,
        link_data: link,
      },
      [{ member_id: memberId }],
    ),
  export_ready: (services, tx, { memberId }) =>
    deliver(services, tx, wordsOf('export_ready'), [{ member_id: memberId }]),
  email_rejected: (services, tx, { memberId }) =>
    deliver(services, tx, wordsOf('email_rejected'), [{ member_id: memberId }]),
};

/** Notifies members of an event: `Services.notify`. */
export const notify = <K extends NotificationEvent['event']>(
  services: Services,
  tx: Executor,
  event: EventOf<K>,
): Promise<void> => HANDLERS[event.event](services, tx, event);
