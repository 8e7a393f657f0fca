import { MAX_UNREAD } from '#lib/contract/notifications/notification-kinds.ts';

/** Formats a number of unread notifications, e.g. `7`, or `9+`. */
export const formatUnread = (count: number): string =>
  count < MAX_UNREAD ? String(count) : `${MAX_UNREAD - 1}+`;
