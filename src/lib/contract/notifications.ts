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
