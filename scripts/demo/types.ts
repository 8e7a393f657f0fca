// The demo community refers to its rows by keys (slugs). The loader makes the database ids.
import type { NotificationType } from '#lib/contract/notifications.ts';
import type { ResourceDraft } from '#lib/contract/resource-drafts.ts';

export interface DemoPost {
  key: string;
  author: string;
  title: string;
  description: string;
  minutesAgo: number;
  /** image names */
  images: string[];
}

/** The comments of each post. */
export type DemoComments = Record<
  string,
  [member: string, minutesAfterPost: number, content: string][]
>;

export interface DemoNotification {
  /** A member's key, or null for everyone. */
  to: string | null;
  type: NotificationType;
  title: string;
  content: string;
  link: { post: string } | { resource: string } | null;
  minutesAgo: number;
  read: boolean;
}

/** The cover, and the content of a block of type `image`, are image names. */
export interface DemoResource extends ResourceDraft {
  key: string;
  publishedDaysAgo: number;
}
