// The demo community refers to itself by keys (slugs), never by database ids: the loader gives the ids.

export type DemoRole = 'farmer' | 'processor' | 'gleaner' | 'feed' | 'staff';

export interface DemoMember {
  key: string;
  email: string;
  role: DemoRole;
  first_name: string;
  middle_name: string;
  last_name: string;
  contact_phone: string;
  birthdate: string;
  joinedDaysAgo: number;
  /** A picture name, or null for a member who has not set one. */
  avatar: string | null;
}

export interface DemoPost {
  key: string;
  author: string;
  title: string;
  description: string;
  minutesAgo: number;
  pictures: string[];
}

export interface DemoComment {
  post: string;
  member: string;
  minutesAfterPost: number;
  content: string;
}

/** The follower first, then the member followed. */
export type DemoFollow = [follower: string, followed: string];

export type DemoNotificationType =
  | 'forum'
  | 'eduhub-published'
  | 'violation'
  | 'payment-success'
  | 'listing-deleted'
  | 'verification-action'
  | 'refund-response'
  | 'forum-new-post'
  | 'forum-response';

export interface DemoNotification {
  /** A member's key, or null for everyone. */
  to: string | null;
  type: DemoNotificationType;
  title: string;
  content: string;
  link: { post: string } | { resource: string } | null;
  minutesAgo: number;
  read: boolean;
}

/** In a block of type `image` the content is a picture name. */
export interface DemoBlock {
  type: 'HEADING' | 'TEXT' | 'image';
  content: string;
}

export interface DemoResource {
  key: string;
  title: string;
  cover: string;
  publishedDaysAgo: number;
  blocks: DemoBlock[];
}

export interface DemoPolicy {
  kind: 'licensing_terms' | 'data_privacy_guidelines' | 'terms_and_conditions';
  /** its file below policies/ */
  pdf: string;
  title: string;
  updated: string;
  sections: { heading: string; paragraphs: string[] }[];
}
