import type { IconName } from '#islands/ui/icons.ts';
import type { NotificationType } from '#lib/contract/notifications.ts';

/** How each type of notification is drawn: its icon, the tone of the ground it stands on, and what it says to a screen reader. */
export const KINDS: Record<
  NotificationType,
  { icon: IconName; tone: 'leaf' | 'straw' | 'danger'; says: string }
> = {
  forum: { icon: 'comment', tone: 'leaf', says: 'Your post' },
  'forum-new-post': { icon: 'people', tone: 'leaf', says: 'New post' },
  'forum-response': { icon: 'flag', tone: 'straw', says: 'Answer to your report' },
  'eduhub-published': { icon: 'book', tone: 'straw', says: 'EduHub' },
  violation: { icon: 'alert', tone: 'danger', says: 'Violation' },
  'listing-deleted': { icon: 'trash', tone: 'danger', says: 'Listing deleted' },
  'payment-success': { icon: 'wallet', tone: 'leaf', says: 'Payment' },
  'verification-action': { icon: 'badge', tone: 'leaf', says: 'Verification' },
  'refund-response': { icon: 'refund', tone: 'straw', says: 'Refund' },
};
