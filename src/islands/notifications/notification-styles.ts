import type { IconName } from '#islands/ui/icons.ts';
import type { NotificationType } from '#lib/contract/notifications.ts';

/** The icon, colour and screen-reader label of each type. */
export const NOTIFICATION_STYLES: Record<
  NotificationType,
  { icon: IconName; tone: 'leaf' | 'straw' | 'danger'; label: string }
> = {
  forum: { icon: 'comment', tone: 'leaf', label: 'Forum' },
  'forum-new-post': { icon: 'people', tone: 'leaf', label: 'New post' },
  'forum-response': { icon: 'flag', tone: 'straw', label: 'Answer to your report' },
  'eduhub-published': { icon: 'book', tone: 'straw', label: 'EduHub' },
  violation: { icon: 'alert', tone: 'danger', label: 'Violation' },
  'listing-deleted': { icon: 'trash', tone: 'danger', label: 'Listing deleted' },
  'payment-success': { icon: 'wallet', tone: 'leaf', label: 'Payment' },
  'verification-action': { icon: 'badge', tone: 'leaf', label: 'Verification' },
  'refund-response': { icon: 'refund', tone: 'straw', label: 'Refund' },
};
