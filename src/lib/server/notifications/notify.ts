import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';
import { newId } from '#lib/server/new-id.ts';
import { getTitle } from '#lib/server/posts/queries.ts';

import { MESSAGES } from './messages.ts';
import { deleteNotificationsByLink, insertNotification } from './queries.ts';

// The dropdown shows no more.
const MAX_CONTENT = 160;

const excerpt = (text: string) =>
  text.length <= MAX_CONTENT ? text : `${text.slice(0, MAX_CONTENT - 1).toWellFormed()}…`;

/** The post or resource of a notification. */
interface Subject {
  id: string;
  title: string;
}

type OptionalColumn = 'actor_id' | 'dedupe_key';
type NewNotification = Omit<NotificationTable, 'id' | 'created_at' | OptionalColumn> &
  Partial<Pick<NotificationTable, OptionalColumn>>;

const createNotification = ({ now }: Services, tx: Executor, notification: NewNotification) =>
  insertNotification(tx, {
    id: newId(),
    created_at: now(),
    actor_id: null,
    dedupe_key: null,
    ...notification,
  });

/** Notifies a post's author of what another member did. */
async function notifyOwner(
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  notification: { postId: string; title: string; content: string; dedupe_key?: string },
): Promise<void> {
  const { id } = requireViewer(ctx);
  if (id === ownerId) return;
  const { postId: link_data, ...rest } = notification;
  await createNotification(ctx, tx, {
    type: 'forum',
    audience: 'member',
    audience_member_id: ownerId,
    actor_id: id,
    link_data,
    ...rest,
  });
}

/** Notifies a post's author of a like: once, however often it is repeated. */
export async function notifyLike(
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  postId: string,
): Promise<void> {
  const { id, account } = requireViewer(ctx);
  const title = MESSAGES.liked(account.name);
  const content = await getTitle(tx, postId);
  const dedupe_key = `like ${postId} ${id}`;
  await notifyOwner(ctx, tx, ownerId, { postId, title, content, dedupe_key });
}

/** Notifies a post's author of a comment. */
export const notifyComment = (
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  { post_id: postId, content }: { post_id: string; content: string },
): Promise<void> => {
  const title = MESSAGES.commented(requireViewer(ctx).account.name);
  return notifyOwner(ctx, tx, ownerId, { postId, title, content: excerpt(content) });
};

/** Notifies an author's followers of a post: one row for all. */
export async function notifyFollowers(ctx: Ctx, tx: Executor, post: Subject): Promise<void> {
  const { id, account } = requireViewer(ctx);
  await createNotification(ctx, tx, {
    type: 'forum-new-post',
    audience: 'followers',
    audience_member_id: id,
    link_data: post.id,
    title: MESSAGES.posted(account.name),
    content: post.title,
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
    audience_member_id: null,
    link_data: resource.id,
    title: MESSAGES.resourcePublished,
    content: resource.title,
    dedupe_key: `published ${resource.id}`,
  });
}

/**
 * Notifies a member that staff removed their post.
 * @param reason or empty
 */
export async function notifyPostRemoved(
  services: Services,
  tx: Executor,
  ownerId: string,
  { title, reason }: { title: string; reason: string },
): Promise<void> {
  await createNotification(services, tx, {
    type: 'violation',
    audience: 'member',
    audience_member_id: ownerId,
    link_data: null,
    title: MESSAGES.postRemoved,
    content: MESSAGES.removalReason(title, reason),
  });
}

export const deletePostNotifications = (tx: Executor, postId: string) =>
  deleteNotificationsByLink(tx, postId);
