import * as z from 'zod/mini';

import type { ErrorCode } from './error-codes.ts';
import { Id } from './ids.ts';
import { postPath, resourcePath } from './paths.ts';
import { text } from './text.ts';

/** Notifications on a page. */
export const NOTIFICATIONS_PAGE = 4;

/** How often the browser polls for them, in milliseconds. */
export const NOTIFICATIONS_POLL_MS = 5000;

/** What a notification can be about (spec 3). */
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

/** A notification as the calls answer it (spec 3). */
export const Notification = z.object({
  id: z.string(),
  type: z.enum(NOTIFICATION_TYPES),
  /** what it leads to: a post's or a resource's id, or null */
  link_data: z.nullable(z.string()),
  title: z.string(),
  content: z.string(),
  /** ISO 8601, UTC */
  date: z.string(),
  is_read: z.boolean(),
});
export type Notification = z.infer<typeof Notification>;

/** What an operator or a sister system has to say. */
export const AdminNotification = z.object({
  type: z.enum(NOTIFICATION_TYPES, 'notification_type_invalid' satisfies ErrorCode),
  title: text({ max: 150, required: 'title_required' }),
  content: text({ max: 1000, required: 'content_required' }),
  link_data: z._default(z.nullable(Id), null),
});
export type AdminNotification = z.infer<typeof AdminNotification>;

/**
 * GET api/web/notification, newest first; `nextCursor` is null at the end. The answer has an `etag`: asked again
 * with `if-none-match`, an unchanged page is a 304.
 */
export const NotificationPage = z.object({
  notifications: z.array(Notification),
  nextCursor: z.nullable(z.string()),
  /** whether the badge is red, whatever page this is */
  has_unread: z.boolean(),
});
export type NotificationPage = z.infer<typeof NotificationPage>;

/**
 * Where a click on a notification leads, after it was marked read (spec 2).
 * @returns a path, or null when it only marks read
 */
export function notificationPath({ type, link_data }: Notification): string | null {
  if (!link_data) return null;
  if (type === 'forum' || type === 'forum-new-post') return postPath(link_data);
  return type === 'eduhub-published' ? resourcePath(link_data) : null;
}
