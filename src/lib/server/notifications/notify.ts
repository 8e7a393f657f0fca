import type { ListingKind } from '#lib/contract/listings.ts';
import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';
import { isMuted } from '#lib/server/mutes/queries.ts';
import { newId } from '#lib/server/new-id.ts';
import { getTitle } from '#lib/server/posts/queries.ts';

import { MESSAGES } from './messages.ts';
import { insertNotification } from './queries.ts';

/** The post or resource of a notification. */
interface Subject {
  id: string;
  title: string;
}

type Required = 'type' | 'audience' | 'title' | 'content';
type NewNotification = Pick<NotificationTable, Required> & Partial<NotificationTable>;

/** @returns a new row; what is not given is null */
export const toNotificationRow = (
  { now }: Services,
  notification: NewNotification,
): NotificationTable => ({
  id: newId(),
  created_at: now(),
  audience_member_id: null,
  actor_id: null,
  link_data: null,
  dedupe_key: null,
  comment_id: null,
  first_comment_id: null,
  commenters_count: null,
  replaced_at: null,
  ...notification,
});

/** Creates a notification; what is not given is null. */
export const createNotification = (
  services: Services,
  tx: Executor,
  notification: NewNotification,
): Promise<void> => insertNotification(tx, toNotificationRow(services, notification));

/** Notifies a post's author of a like: once, however often it is repeated, and not when they muted the post. */
export async function notifyLike(
  ctx: Ctx,
  tx: Executor,
  authorId: string,
  postId: string,
): Promise<void> {
  const { id, account } = requireViewer(ctx);
  if (id === authorId || (await isMuted(tx, postId, authorId))) return;
  await createNotification(ctx, tx, {
    type: 'forum',
    audience: 'member',
    audience_member_id: authorId,
    actor_id: id,
    link_data: postId,
    title: MESSAGES.liked(account.name),
    content: await getTitle(tx, postId),
    dedupe_key: `like ${postId} ${id}`,
  });
}

/** Notifies an author's followers of a post: one row for all. */
export async function notifyFollowers(
  services: Services,
  tx: Executor,
  { id, name }: { id: string; name: string },
  post: Subject,
): Promise<void> {
  await createNotification(services, tx, {
    type: 'forum-new-post',
    audience: 'followers',
    audience_member_id: id,
    link_data: post.id,
    title: MESSAGES.posted(name),
    content: post.title,
  });
}

/** A listing with its post. */
interface ListedPost extends Subject {
  author_id: string;
  kind: ListingKind;
  until: string;
}

/** Asks the owner of a listing whether it is still right: at half time and on its last day, once for a last day. */
export async function notifyOwnerOfListing(
  services: Services,
  tx: Executor,
  { id, title, author_id, kind, until }: ListedPost,
  when: 'half time' | 'last day',
): Promise<void> {
  await createNotification(services, tx, {
    type: 'forum',
    audience: 'member',
    audience_member_id: author_id,
    link_data: id,
    title: when === 'last day' ? MESSAGES.lastDay : MESSAGES.stillThere[kind],
    content: title,
    dedupe_key: `listing ${id} ${until} ${when}`,
  });
}

/** Notifies everyone of a published resource: one row, and once a resource. */
export async function notifyResourcePublished(
  services: Services,
  tx: Executor,
  resource: Subject,
): Promise<void> {
  await createNotification(services, tx, {
    type: 'eduhub-published',
    audience: 'everyone',
    link_data: resource.id,
    title: MESSAGES.resourcePublished,
    content: resource.title,
    dedupe_key: `published ${resource.id}`,
  });
}
