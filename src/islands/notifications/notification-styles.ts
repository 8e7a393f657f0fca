import type { IconPath } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { Notification, NotificationType } from '#lib/contract/notifications/notifications.ts';

import { NOTIFICATION_ICONS } from './notification-icons.ts';

interface Style {
  icon: IconPath;
  tone: 'leaf' | 'straw' | 'danger';
  /** for screen readers */
  label: string;
}

type Styles<K extends string> = Record<K, Style>;

const KINDS: Record<string, Style | undefined> = {
  like: { icon: ICONS.heart, tone: 'danger', label: 'Like' },
  comment: { icon: ICONS.comment, tone: 'leaf', label: 'Comment' },
  post: { icon: ICONS.people, tone: 'leaf', label: 'New post' },
  alert: { icon: ICONS.search, tone: 'straw', label: 'Alert' },
  listing: { icon: NOTIFICATION_ICONS.clock, tone: 'straw', label: 'Your listing' },
  saved: { icon: ICONS.bookmark, tone: 'straw', label: 'Saved' },
  message: { icon: ICONS.comment, tone: 'straw', label: 'Message' },
  guide: { icon: NOTIFICATION_ICONS.book, tone: 'straw', label: 'EduHub' },
  pickup: { icon: NOTIFICATION_ICONS.truck, tone: 'leaf', label: 'Pickup' },
} satisfies Partial<Styles<NotificationKind>>;

const TYPES: Record<string, Style | undefined> = {
  forum: { icon: NOTIFICATION_ICONS.megaphone, tone: 'leaf', label: 'Forum' },
  'forum-new-post': { icon: ICONS.people, tone: 'leaf', label: 'New post' },
  'forum-response': { icon: ICONS.flag, tone: 'straw', label: 'Reply to your report' },
  'eduhub-published': { icon: NOTIFICATION_ICONS.book, tone: 'straw', label: 'EduHub' },
  violation: { icon: ICONS.alert, tone: 'danger', label: 'Violation' },
  'listing-deleted': { icon: ICONS.trash, tone: 'danger', label: 'Listing deleted' },
  'payment-success': { icon: NOTIFICATION_ICONS.wallet, tone: 'leaf', label: 'Payment' },
  'verification-action': { icon: NOTIFICATION_ICONS.badge, tone: 'leaf', label: 'Verification' },
  'refund-response': { icon: NOTIFICATION_ICONS.refund, tone: 'straw', label: 'Refund' },
} satisfies Styles<NotificationType>;

const UNKNOWN: Style = { icon: ICONS.bell, tone: 'straw', label: 'Notification' };

/** @returns the look of a notification; the server may be newer than this page and send what it does not know */
export const notificationStyle = ({ kind, type }: Pick<Notification, 'kind' | 'type'>): Style =>
  KINDS[kind] ?? TYPES[type] ?? UNKNOWN;
