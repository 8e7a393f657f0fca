import type { IconPath } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import type { NotificationType } from '#lib/contract/notifications.ts';

import { NOTIFICATION_ICONS } from './notification-icons.ts';

/** The icon, colour and screen-reader label of each type. */
export const NOTIFICATION_STYLES: Record<
  NotificationType,
  { icon: IconPath; tone: 'leaf' | 'straw' | 'danger'; label: string }
> = {
  forum: { icon: ICONS.comment, tone: 'leaf', label: 'Forum' },
  'forum-new-post': { icon: ICONS.people, tone: 'leaf', label: 'New post' },
  'forum-response': { icon: ICONS.flag, tone: 'straw', label: 'Answer to your report' },
  'eduhub-published': { icon: NOTIFICATION_ICONS.book, tone: 'straw', label: 'EduHub' },
  violation: { icon: ICONS.alert, tone: 'danger', label: 'Violation' },
  'listing-deleted': { icon: ICONS.trash, tone: 'danger', label: 'Listing deleted' },
  'payment-success': { icon: NOTIFICATION_ICONS.wallet, tone: 'leaf', label: 'Payment' },
  'verification-action': { icon: NOTIFICATION_ICONS.badge, tone: 'leaf', label: 'Verification' },
  'refund-response': { icon: NOTIFICATION_ICONS.refund, tone: 'straw', label: 'Refund' },
};
