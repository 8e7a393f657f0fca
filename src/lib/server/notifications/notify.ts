import { type Ctx, requireViewer, type Services } from '#lib/server/context.ts';
import type { Executor, NotificationTable } from '#lib/server/db/schema.ts';
import { newId } from '#lib/server/new-id.ts';
import { getTitle } from '#lib/server/posts/queries.ts';

import { MESSAGES } from './messages.ts';
import { insertNotification } from './queries.ts';

// The dropdown shows no more.
const MAX_CONTENT = 160;

const excerpt = (text: string) =>
  text.length <= MAX_CONTENT ? text : `${text.slice(0, MAX_CONTENT - 1).toWellFormed()}…`;

/** The post or resource of a notification. */
interface Subject {
  id: string;
  title: string;
}

type Required = 'type' | 'audience' | 'title' | 'content';
type NewNotification = Pick<NotificationTable, Required> & Partial<NotificationTable>;

/** Creates a notification; what is not given is null. */
export const createNotification = (
  { now }: Services,
  tx: Executor,
  notification: NewNotification,
): Promise<void> =>
  insertNotification(tx, {
    id: newId(),
    created_at: now(),
    audience_member_id: null,
    actor_id: null,
    link_data: null,
    dedupe_key: null,
    ...notification,
  });

/** Notifies a post's author of what another member did. */
async function notifyAuthor(
  ctx: Ctx,
  tx: Executor,
  authorId: string,
  notification: Pick<NotificationTable, 'link_data' | 'title' | 'content'> & {
    dedupe_key?: string;
  },
): Promise<void> {
  const { id: actor_id } = requireViewer(ctx);
  if (actor_id === authorId) return;
  const audience = { audience: 'member', audience_member_id: authorId } as const;
  await createNotification(ctx, tx, { type: 'forum', ...audience, actor_id, ...notification });
}

/** Notifies a post's author of a like: once, however often it is repeated. */
export async function notifyLike(
  ctx: Ctx,
  tx: Executor,
  authorId: string,
  postId: string,
): Promise<void> {
  const { id, account } = requireViewer(ctx);
  await notifyAuthor(ctx, tx, authorId, {
    link_data: postId,
    title: MESSAGES.liked(account.name),
    content: await getTitle(tx, postId),
    dedupe_key: `like ${postId} ${id}`,
  });
}

/** Notifies a post's author of a comment. */
export const notifyComment = (
  ctx: Ctx,
  tx: Executor,
  authorId: string,
  { post_id: link_data, content }: { post_id: string; content: string },
): Promise<void> => {
  const title = MESSAGES.commented(requireViewer(ctx).account.name);
  return notifyAuthor(ctx, tx, authorId, { link_data, title, content: excerpt(content) });
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
  authorId: string,
  { title, reason }: { title: string; reason: string },
): Promise<void> {
  await createNotification(services, tx, {
    type: 'violation',
    audience: 'member',
    audience_member_id: authorId,
    title: MESSAGES.postRemoved,
    content: MESSAGES.removalReason(title, reason),
  });
}
