import type { ListingKind } from '#lib/contract/listings.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor, NotificationTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { MESSAGES } from './messages.ts';
import { insertNotification } from './queries.ts';

/** The post or resource of a notification. */
interface Subject {
  id: string;
  title: string;
}

type Required = 'type' | 'kind' | 'audience' | 'title' | 'content';
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

/** Notifies an author's followers of a post: one row for all. */
export async function notifyFollowers(
  services: Services,
  tx: Executor,
  { id, name }: { id: string; name: string },
  post: Subject,
): Promise<void> {
  await createNotification(services, tx, {
    type: 'forum-new-post',
    kind: 'post',
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
    kind: 'listing',
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
    kind: 'guide',
    audience: 'everyone',
    link_data: resource.id,
    title: MESSAGES.resourcePublished,
    content: resource.title,
    dedupe_key: `published ${resource.id}`,
  });
}
