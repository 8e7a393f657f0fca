// Who is notified of what happens, and in which words.
import { materialName } from '#lib/contract/listing-choices.ts';
import { isMaterial } from '#lib/contract/materials.ts';
import { getTitle } from '#lib/server/forum/posts/queries.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import type { NotificationEvent, PickupNews } from '#lib/server/platform/notification-events.ts';

import { forgetDeletedComment, updateCommentExcerpt } from './changed-comment-queries.ts';
import { deleteCommentNotifications } from './comment-queries.ts';
import { excerpt } from './excerpt.ts';
import { replaceNotification } from './group-queries.ts';
import { MESSAGES } from './messages.ts';
import { notifyComment } from './notify-comment.ts';
import { notifyLike, updateLikers } from './notify-like.ts';
import { notifyOfNewListing } from './notify-of-new-listing.ts';
import {
  notifyFollowers,
  notifyOwnerOfListing,
  notifyResourcePublished,
  toNotificationRow,
} from './notify.ts';
import {
  deleteNotificationsByLink,
  getGuideTitle,
  getName,
  insertNotification,
} from './queries.ts';
import { resetReadWatermarks, resetReadWatermarksOf } from './unread-queries.ts';
import { incrementVersions, incrementVersionsByActor } from './version-queries.ts';

type EventOf<K extends NotificationEvent['event']> = Extract<NotificationEvent, { event: K }>;

/** What happens again and again: the last replaces those before. */
const REPEATED: ReadonlySet<PickupNews> = new Set(['message', 'placed', 'corrected']);

/** Without an actor, as news of a member are hidden from who is blocked or outlives them. */
const ANONYMOUS: ReadonlySet<PickupNews> = new Set(['ended', 'deleted', 'left']);

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** @returns the words below the title: they stay when the member who leaves is erased, and so have none of theirs */
async function contentOf(
  tx: Executor,
  { pickup: { post_id, material, day }, news }: EventOf<'pickup_changed'>,
): Promise<string> {
  if (news === 'left')
    return `${isMaterial(material) ? materialName(material) : material}, ${DAY.format(new Date(day))}`;
  return post_id ? getTitle(tx, post_id) : '';
}

/** One thing has the same key as in earlier versions: also with the space at its end. */
function keyOf({ pickup: { id }, to, news }: EventOf<'pickup_changed'>): string {
  if (news === 'ended' || news === 'deleted') return `pickup ${id} ${news}`;
  return news === 'left' ? `pickup ${id} left ${to}` : `pickup ${id} ${news} ${to} `;
}

/** Notifies one of the two of a pickup, once for each thing that happens. */
async function notifyPickup(
  services: Services,
  tx: Executor,
  event: EventOf<'pickup_changed'>,
): Promise<void> {
  const { news, to, link } = event;
  const actor_id = ANONYMOUS.has(news) ? null : event.actorId;
  const row = toNotificationRow(services, {
    type: 'forum',
    kind: news === 'message' ? 'message' : 'pickup',
    audience: 'member',
    audience_member_id: to,
    actor_id,
    link_data: link,
    title: MESSAGES.pickups[news](await getName(tx, actor_id)),
    content: await contentOf(tx, event),
    dedupe_key: keyOf(event),
  });
  await (REPEATED.has(news) ? replaceNotification(tx, row) : insertNotification(tx, row));
}

async function changeBlock(
  tx: Executor,
  { memberIds: [blocker, blocked], isBlocked }: EventOf<'block_changed'>,
): Promise<void> {
  if (isBlocked) {
    await updateLikers(tx, { memberId: blocked, authorId: blocker });
    await updateLikers(tx, { memberId: blocker, authorId: blocked });
  } else await resetReadWatermarksOf(tx, [blocker, blocked]);
  await incrementVersions(
    tx,
    [blocker, blocked].map((id) => ({ audience: 'member', audience_member_id: id })),
  );
}

type Handlers = {
  [K in NotificationEvent['event']]: (
    services: Services,
    tx: Executor,
    event: EventOf<K>,
  ) => Promise<void>;
};

const HANDLERS: Handlers = {
  post_published: async (services, tx, { postId, authorId }) =>
    notifyFollowers(
      services,
      tx,
      { id: authorId, name: await getName(tx, authorId) },
      { id: postId, title: await getTitle(tx, postId) },
    ),
  post_deleted: (_, tx, { postId }) => deleteNotificationsByLink(tx, postId),
  post_liked: notifyLike,
  comment_written: (services, tx, { comment, authorId }) =>
    notifyComment(services, tx, authorId, comment),
  comment_edited: (_, tx, { content, ...comment }) =>
    updateCommentExcerpt(tx, comment, excerpt(content)),
  comment_deleted: async (_, tx, comment) =>
    forgetDeletedComment(tx, comment, await getTitle(tx, comment.postId)),
  comment_removed: (_, tx, { commentId: id, postId: post_id }) =>
    deleteCommentNotifications(tx, { id, post_id }),
  pickup_changed: notifyPickup,
  listing_due: async (services, tx, { postId, authorId, when, ...listing }) => {
    const post = { id: postId, title: await getTitle(tx, postId), author_id: authorId };
    await notifyOwnerOfListing(services, tx, { ...post, ...listing }, when);
  },
  listing_found: async (services, tx, { postId, authorId, listing, memberIds }) => {
    const post = { post_id: postId, title: await getTitle(tx, postId), author_id: authorId };
    await notifyOfNewListing(services, tx, { ...post, ...listing }, memberIds);
  },
  guide_published: async (services, tx, { guideId: id }) =>
    notifyResourcePublished(services, tx, { id, title: await getGuideTitle(tx, id) }),
  block_changed: (_, tx, event) => changeBlock(tx, event),
  member_disabled: async (_, tx, { memberId }) => {
    await updateLikers(tx, { memberId });
    await incrementVersionsByActor(tx, memberId);
  },
  member_enabled: async (_, tx, { memberId }) => {
    // Notifications that reappear may be older than the recipients' read watermark.
    await resetReadWatermarks(tx, memberId);
    await incrementVersionsByActor(tx, memberId);
  },
  member_changed: (_, tx, { memberId }) => incrementVersionsByActor(tx, memberId),
};

/** Notifies members of an event: `Services.notify`. */
export const notify = <K extends NotificationEvent['event']>(
  services: Services,
  tx: Executor,
  event: EventOf<K>,
): Promise<void> => HANDLERS[event.event](services, tx, event);
