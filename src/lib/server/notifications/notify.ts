import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';
import { newId } from '#lib/server/new-id.ts';
import { getTitle } from '#lib/server/posts/queries.ts';

import { deleteNotificationsByLink, insertNotification } from './queries.ts';

// A dropdown shows no more of a comment.
const MAX_CONTENT = 160;

const excerpt = (text: string) =>
  text.length <= MAX_CONTENT ? text : `${text.slice(0, MAX_CONTENT - 1).toWellFormed()}…`;

/** A post as notifications speak of it. */
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

/** Tells a post's owner what somebody did to it. One's own acts are no news. */
async function notifyOwner(
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  notification: { postId: string; verb: string; content: string; dedupe_key?: string },
): Promise<void> {
  const { id, account } = requireViewer(ctx);
  if (id === ownerId) return;
  const { postId: link_data, verb, ...rest } = notification;
  const title = `${account.name} ${verb}`;
  await createNotification(ctx, tx, {
    type: 'forum',
    audience: 'member',
    audience_member_id: ownerId,
    actor_id: id,
    link_data,
    title,
    ...rest,
  });
}

/** Tells a post's owner that somebody likes it: only the first time, however often it is taken back (design 5). */
export async function notifyLike(
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  postId: string,
): Promise<void> {
  const content = await getTitle(tx, postId);
  const dedupe_key = `like ${postId} ${requireViewer(ctx).id}`;
  await notifyOwner(ctx, tx, ownerId, { postId, verb: 'liked your post', content, dedupe_key });
}

/** Tells a post's owner of a comment (design 5). @param content the comment */
export const notifyComment = (
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  { post_id: postId, content }: { post_id: string; content: string },
): Promise<void> =>
  notifyOwner(ctx, tx, ownerId, { postId, verb: 'commented', content: excerpt(content) });

/** Tells an author's followers of a post: one row, however many they are (design 5). */
export async function notifyFollowers(ctx: Ctx, tx: Executor, post: Subject): Promise<void> {
  const { id, account } = requireViewer(ctx);
  await createNotification(ctx, tx, {
    type: 'forum-new-post',
    audience: 'followers',
    audience_member_id: id,
    link_data: post.id,
    title: `${account.name} posted`,
    content: post.title,
  });
}

/** Tells everyone of a published resource: one row, and only once a resource (design 5). */
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
    title: 'New in EduHub',
    content: resource.title,
    dedupe_key: `published ${resource.id}`,
  });
}

/** Tells a member that staff removed a post of theirs (design 5). @param reason in words, or empty */
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
    title: 'Your post was removed',
    content: reason ? `“${title}” was removed: ${reason}` : `“${title}” was removed by the staff.`,
  });
}

/** Takes away what leads to a post that is deleted. */
export const deletePostNotifications = (tx: Executor, postId: string) =>
  deleteNotificationsByLink(tx, postId);
