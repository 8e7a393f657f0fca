import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';
import { newId } from '#lib/server/ids.ts';
import { deleteNotificationsOf, insertNotification } from '#lib/server/queries/notifications.ts';
import { readTitle } from '#lib/server/queries/posts.ts';

import { type Ctx, requireViewer, type Services } from './context.ts';

// A dropdown shows no more of a comment.
const MAX_CONTENT = 160;

const beginning = (said: string) =>
  said.length <= MAX_CONTENT ? said : `${said.slice(0, MAX_CONTENT - 1).toWellFormed()}…`;

/** A post as notifications speak of it. */
interface TalkedOf {
  id: string;
  title: string;
}

type Told = Omit<NotificationTable, 'id' | 'created_at' | 'once_key'> & { once_key?: string };

const tell = ({ now }: Services, tx: Executor, told: Told) =>
  insertNotification(tx, { id: newId(), created_at: now(), once_key: null, ...told });

/**
 * Tells a post's owner that somebody likes it: only the first time, however often it is taken back (design 5).
 * One's own acts are no news.
 */
export async function tellOfLike(
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  postId: string,
): Promise<void> {
  const { id, account } = requireViewer(ctx);
  if (id === ownerId) return;
  await tell(ctx, tx, {
    type: 'forum',
    audience: 'member',
    subject_id: ownerId,
    link_data: postId,
    title: `${account.name} liked your post`,
    content: await readTitle(tx, postId),
    once_key: `like ${postId} ${id}`,
  });
}

/** Tells a post's owner of a comment (design 5). @param content the comment */
export async function tellOfComment(
  ctx: Ctx,
  tx: Executor,
  ownerId: string,
  { post_id, content }: { post_id: string; content: string },
): Promise<void> {
  const { id, account } = requireViewer(ctx);
  if (id === ownerId) return;
  await tell(ctx, tx, {
    type: 'forum',
    audience: 'member',
    subject_id: ownerId,
    link_data: post_id,
    title: `${account.name} commented`,
    content: beginning(content),
  });
}

/** Tells an author's followers of a post: one row, however many they are (design 5). */
export async function tellFollowers(ctx: Ctx, tx: Executor, post: TalkedOf): Promise<void> {
  const { id, account } = requireViewer(ctx);
  await tell(ctx, tx, {
    type: 'forum-new-post',
    audience: 'followers',
    subject_id: id,
    link_data: post.id,
    title: `${account.name} posted`,
    content: post.title,
  });
}

/** Tells everyone of a published resource: one row, and only once a resource (design 5). */
export async function tellOfResource(
  services: Services,
  tx: Executor,
  resource: TalkedOf,
): Promise<void> {
  await tell(services, tx, {
    type: 'eduhub-published',
    audience: 'everyone',
    subject_id: null,
    link_data: resource.id,
    title: 'New in EduHub',
    content: resource.title,
    once_key: `published ${resource.id}`,
  });
}

/** Tells a member that staff removed a post of theirs (design 5). @param reason in words, or empty */
export async function tellOfRemoval(
  services: Services,
  tx: Executor,
  ownerId: string,
  { title, reason }: { title: string; reason: string },
): Promise<void> {
  await tell(services, tx, {
    type: 'violation',
    audience: 'member',
    subject_id: ownerId,
    link_data: null,
    title: 'Your post was removed',
    content: reason ? `“${title}” was removed: ${reason}` : `“${title}” was removed by the staff.`,
  });
}

/** Takes away what leads to a post that is deleted. */
export const forgetPost = (tx: Executor, postId: string) => deleteNotificationsOf(tx, postId);
