import type { DemoNotification, DemoNotificationType } from '#demo/types.ts';

type When = { minutesAgo: number; read: boolean };

export const unread = (minutesAgo: number): When => ({ minutesAgo, read: false });
export const seen = (minutesAgo: number): When => ({ minutesAgo, read: true });

/** A writer of notifications to one member (or to everyone, with null). */
export const noteTo =
  (to: string | null) =>
  (
    type: DemoNotificationType,
    words: [title: string, content: string],
    link: DemoNotification['link'],
    when: When,
  ): DemoNotification => ({ to, type, title: words[0], content: words[1], link, ...when });
