// Decides who is notified of an event, and with which facts. The texts are in `news/`.
import { siteCheckOf } from '#lib/contract/app/site-checks.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import type { EventOf, NotificationEvent } from '#lib/server/platform/notification-events.ts';

import type { Notifier } from './channels/plan-deliveries.ts';
import { listConversation } from './conversation-queries.ts';
import { broadcast, deliver, deliverTo, type Recipient, toRow, wordsOf } from './deliver.ts';
import * as rows from './delivery-queries.ts';
import { refreshInboxes, refreshVersions } from './inbox/queries.ts';
import * as likes from './like-queries.ts';
import {
  notifyOfBooking,
  notifyOfListing,
  notifyOfWeek,
  notifyOwner,
  notifyPickup,
  notifySavers,
} from './who-of-exchange.ts';
import { notifyLookedAfter, notifyOfEndedSteward, notifyOfSteward } from './who-of-stewards.ts';

/**
 * Notifies the post's author: there is one notification for all likes of a post. Repeated likes of a member count
 * once.
 */
async function notifyLike(
  services: Notifier,
  tx: Executor,
  { postId, authorId, likerId }: EventOf<'post_liked'>,
): Promise<void> {
  if (likerId === authorId) return;
  const others = await likes.noteLike(tx, { postId, authorId, likerId });
  if (others === null) return;
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
 * Notifies the post's author and its commenters. A member has at most one notification of a post's comments: the next
 * one covers all of them.
 */
async function notifyComment(
  services: Notifier,
  tx: Executor,
  { comment }: EventOf<'comment_written'>,
): Promise<void> {
  const { id: comment_id, post_id, member_id: actor_id } = comment;
  const dedupe_key = `comments ${post_id}`;
  const facts = { actor_id, link_data: post_id, dedupe_key };
  const row = toRow(services, { ...wordsOf('commented'), ...facts });
  const { wanting, previous } = await listConversation(tx, comment, row.kind);
  const ids = [...wanting.keys()];
  if (ids.length === 0) return;
  const replaced = await rows.replaceGrouped(tx, dedupe_key, ids, row.created_at);
  const groups = new Map(replaced.map((each) => [each.member_id, each]));
  const recipients = ids.map((member_id): Recipient => {
    const group = groups.get(member_id);
    if (!group) return { member_id, comment_id, first_comment_id: comment_id };
    const first_comment_id = group.first_comment_id ?? comment_id;
    const isCounted = previous !== null && previous >= first_comment_id;
    const others = group.others + (isCounted ? 0 : 1);
    return { member_id, comment_id, first_comment_id, others };
  });
  await deliverTo(services, tx, row, recipients, wanting);
}

async function deletePostNotifications(tx: Executor, postId: string): Promise<void> {
  await refreshInboxes(tx, await rows.deleteByLink(tx, postId));
}

/** Notifications of comments before the deleted one stay, without its text. */
async function forgetComment(
  tx: Executor,
  comment: rows.CommentKey,
  by: 'author' | 'staff',
): Promise<void> {
  const deleted = await rows.deleteOfComment(tx, comment, by === 'author');
  const changed = by === 'author' ? await rows.forgetComment(tx, comment) : [];
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

/**
 * Updates notifications after a member was disabled or enabled: what a disabled member did is hidden, and not
 * counted.
 */
async function changeDisabled(
  services: Notifier,
  tx: Executor,
  { event, memberId }: EventOf<'member_disabled' | 'member_enabled'>,
): Promise<void> {
  const notified = await rows.listNotifiedBy(tx, memberId);
  const authors =
    event === 'member_disabled' ? await likes.updateLikeNotifications(tx, { memberId }) : [];
  await refreshInboxes(tx, [...notified, ...authors]);
  await notifyLookedAfter(services, tx, memberId, event === 'member_enabled');
}

type Handlers = {
  [K in NotificationEvent['event']]: (
    services: Notifier,
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
  comment_edited: async (_, tx, comment) =>
    refreshInboxes(tx, await rows.listOfComment(tx, comment)),
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
        // The guide may be deleted later.
        details: { subject },
        dedupe_key: `published ${guideId}`,
      },
      { audience: 'everyone' },
    ),
  block_changed: (_, tx, event) => changeBlock(tx, event),
  member_disabled: changeDisabled,
  member_enabled: changeDisabled,
  member_changed: async (_, tx, { memberId }) =>
    refreshVersions(tx, await rows.listNotifiedBy(tx, memberId)),
  stewardship_begun: notifyOfSteward,
  stewardship_ended: notifyOfEndedSteward,
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
  phone_given: (services, tx, { memberId }) =>
    deliver(services, tx, wordsOf('phone_given'), [{ member_id: memberId }]),
  site_checked: async (services, tx, { check, phase }) =>
    deliver(
      services,
      tx,
      {
        ...wordsOf(siteCheckOf(check).isPushOnly ? 'site_mail' : 'site'),
        details: { check, phase },
        dedupe_key: `site ${check}`,
      },
      await rows.listStaff(tx),
      true,
    ),
};

/** Notifies members of an event: `Services.notify`. */
export const notify = <K extends NotificationEvent['event']>(
  services: Notifier,
  tx: Executor,
  event: EventOf<K>,
): Promise<void> => HANDLERS[event.event](services, tx, event);
