import type { DemoNotification } from '#demo/types.ts';
import type { NotificationType } from '#lib/contract/notifications/notifications.ts';

type State = { minutesAgo: number; read: boolean };

export const unread = (minutesAgo: number): State => ({ minutesAgo, read: false });
export const read = (minutesAgo: number): State => ({ minutesAgo, read: true });

/**
 * Returns a function that makes notifications to a member.
 * @param to the member's key, or null for everyone
 */
export const notificationTo =
  (to: string | null) =>
  (
    type: NotificationType,
    [title, content]: [title: string, content: string],
    link: DemoNotification['link'],
    state: State,
  ): DemoNotification => ({ to, type, title, content, link, ...state });
