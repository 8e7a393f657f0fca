import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { Id } from '#lib/contract/ids.ts';
import {
  PEOPLE_PATH,
  PICKUPS_PATH,
  postPath,
  resourcePath,
  SEASON_PATH,
  STAFF_PATH,
} from '#lib/contract/paths.ts';
import { text } from '#lib/contract/text.ts';

import { NOTIFICATION_KINDS } from './notification-kinds.ts';

export const NOTIFICATIONS_PAGE = 4;

/** How many the page `/notifications` shows. */
export const NOTIFICATIONS_SCREEN = 20;

/** Polling interval, in milliseconds. */
export const NOTIFICATIONS_POLL_MS = 5000;

/** See docs/product.md, "Notifications". */
export const NOTIFICATION_TYPES = [
  'forum',
  'eduhub-published',
  'violation',
  'payment-success',
  'listing-deleted',
  'verification-action',
  'refund-response',
  'forum-new-post',
  'forum-response',
] as const;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const Notification = z.object({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  /** the id of a post or a resource */
  link_data: z.nullable(z.string()),
  /** the comment to scroll to on the page of the post */
  comment_id: z.nullable(z.string()),
  title: z.string(),
  content: z.string(),
  /** ISO 8601, UTC */
  date: z.string(),
  is_read: z.boolean(),
  /** the kind, which members can turn off */
  kind: z.enum(NOTIFICATION_KINDS),
  /** the member who caused it, the latest of several; null when none did */
  actor: z.nullable(
    z.object({
      name: z.string(),
      /** a URL */
      profile_picture: z.nullable(z.string()),
    }),
  ),
});
export type Notification = z.infer<typeof Notification>;

/** A notification that an operator or another system sends. */
export const AdminNotification = z.object({
  type: z.enum(NOTIFICATION_TYPES, 'notification_type_invalid' satisfies ErrorCode),
  title: text({ max: 150, required: 'title_required', oneLine: true }),
  content: text({ max: 1000, required: 'content_required' }),
  link_data: z._default(z.nullable(Id), null),
});
export type AdminNotification = z.infer<typeof AdminNotification>;

/** Newest first. The response has an ETag, so that an unchanged page is a 304. */
export const NotificationPage = z.object({
  notifications: z.array(Notification),
  nextCursor: z.nullable(z.string()),
  /** whether any notification is unread, also on other pages */
  has_unread: z.boolean(),
  /** how many are unread, also on other pages; at most `MAX_UNREAD` */
  unread_count: z.number(),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

/** Marks a notification and all older ones read. */
export const ReadInput = z.object({
  /** the newest notification that the member has seen */
  until: Id,
});
export type ReadInput = z.infer<typeof ReadInput>;

/** @returns the page that a notification opens, or null */
export function notificationPath(notification: Notification): string | null {
  const { type, link_data, comment_id, kind } = notification;
  // An alert without a post is about the weeks ahead.
  if (!link_data && kind === 'alert') return SEASON_PATH;
  // Without a post: someone may agree on the member's behalf, or a half day of a machine was agreed.
  if (!link_data && kind === 'pickup')
    return type === 'verification-action' ? PEOPLE_PATH : PICKUPS_PATH;
  if (kind === 'server') return STAFF_PATH;
  if (!link_data) return null;
  if (type === 'forum' || type === 'forum-new-post') return postPath(link_data, comment_id);
  return type === 'eduhub-published' ? resourcePath(link_data) : null;
}
