import type { IconPath } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { Notification, NotificationType } from '#lib/contract/notifications.ts';

import { NOTIFICATION_ICONS } from './notification-icons.ts';

interface Style {
  icon: IconPath;
  tone: 'leaf' | 'straw' | 'danger';
  /** for screen readers */
  label: string;
}

const STYLES: Record<string, Style | undefined> = {
  forum: { icon: ICONS.comment, tone: 'leaf', label: 'Forum' },
  'forum-new-post': { icon: ICONS.people, tone: 'leaf', label: 'New post' },
  'forum-response': { icon: ICONS.flag, tone: 'straw', label: 'Answer to your report' },
  'eduhub-published': { icon: NOTIFICATION_ICONS.book, tone: 'straw', label: 'EduHub' },
  violation: { icon: ICONS.alert, tone: 'danger', label: 'Violation' },
  'listing-deleted': { icon: ICONS.trash, tone: 'danger', label: 'Listing deleted' },
  'payment-success': { icon: NOTIFICATION_ICONS.wallet, tone: 'leaf', label: 'Payment' },
  'verification-action': { icon: NOTIFICATION_ICONS.badge, tone: 'leaf', label: 'Verification' },
  'refund-response': { icon: NOTIFICATION_ICONS.refund, tone: 'straw', label: 'Refund' },
} satisfies Record<NotificationType, Style>;

const LIKE: Style = { icon: ICONS.heart, tone: 'leaf', label: 'Forum' };
const UNKNOWN: Style = { icon: ICONS.bell, tone: 'straw', label: 'Notification' };

/** @returns the look of a notification; the server may be newer than this page and send a type that it does not know */
export function notificationStyle({ type, link_data, comment_id }: Notification): Style {
  if (type === 'forum' && link_data && !comment_id) return LIKE;
  return STYLES[type] ?? UNKNOWN;
}
