import type { IconPath } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import type { Notification, NotificationType } from '#lib/contract/notifications/notifications.ts';
import { t } from '#lib/messages/t.ts';

import { NOTIFICATION_ICONS } from './notification-icons.ts';

interface Style {
  icon: IconPath;
  tone: 'leaf' | 'straw' | 'danger';
  /** for screen readers */
  label: () => string;
}

type Styles<K extends string> = Record<K, Style>;

const KINDS: Record<string, Style | undefined> = {
  like: { icon: ICONS.heart, tone: 'danger', label: () => t('bell.like') },
  comment: { icon: ICONS.comment, tone: 'leaf', label: () => t('bell.comment') },
  post: { icon: ICONS.people, tone: 'leaf', label: () => t('bell.new_post') },
  alert: { icon: ICONS.search, tone: 'straw', label: () => t('bell.alert') },
  listing: { icon: NOTIFICATION_ICONS.clock, tone: 'straw', label: () => t('bell.your_listing') },
  saved: { icon: ICONS.bookmark, tone: 'straw', label: () => t('bell.saved') },
  message: { icon: ICONS.comment, tone: 'straw', label: () => t('bell.message') },
  guide: { icon: NOTIFICATION_ICONS.book, tone: 'straw', label: () => t('nav.eduhub') },
  pickup: { icon: NOTIFICATION_ICONS.truck, tone: 'leaf', label: () => t('bell.pickup') },
  server: { icon: ICONS.alert, tone: 'danger', label: () => t('reach.server') },
} satisfies Partial<Styles<NotificationKind>>;

const TYPES: Record<string, Style | undefined> = {
  forum: { icon: NOTIFICATION_ICONS.megaphone, tone: 'leaf', label: () => t('bell.forum') },
  'forum-new-post': { icon: ICONS.people, tone: 'leaf', label: () => t('bell.new_post') },
  'forum-response': { icon: ICONS.flag, tone: 'straw', label: () => t('bell.report_reply') },
  'eduhub-published': {
    icon: NOTIFICATION_ICONS.book,
    tone: 'straw',
    label: () => t('nav.eduhub'),
  },
  violation: { icon: ICONS.alert, tone: 'danger', label: () => t('bell.violation') },
  'listing-deleted': { icon: ICONS.trash, tone: 'danger', label: () => t('bell.listing_deleted') },
  'payment-success': {
    icon: NOTIFICATION_ICONS.wallet,
    tone: 'leaf',
    label: () => t('bell.payment'),
  },
  'verification-action': {
    icon: NOTIFICATION_ICONS.badge,
    tone: 'leaf',
    label: () => t('bell.verification'),
  },
  'refund-response': {
    icon: NOTIFICATION_ICONS.refund,
    tone: 'straw',
    label: () => t('bell.refund'),
  },
} satisfies Styles<NotificationType>;

const UNKNOWN: Style = { icon: ICONS.bell, tone: 'straw', label: () => t('bell.title') };

/** The style of a notification. A newer server may send kinds that this page does not know. */
export const notificationStyle = ({ kind, type }: Pick<Notification, 'kind' | 'type'>): Style =>
  KINDS[kind] ?? TYPES[type] ?? UNKNOWN;
