import type { Kysely, Transaction } from 'kysely';

import type * as account from './schema/account-tables.ts';
import type * as community from './schema/community-tables.ts';
import type * as content from './schema/content-tables.ts';
import type * as notification from './schema/notification-tables.ts';

export type * from './schema/account-tables.ts';
export type * from './schema/community-tables.ts';
export type * from './schema/content-tables.ts';
export type * from './schema/notification-tables.ts';

/**
 * Ids are UUIDv7 and sort by time; every `*_at` is milliseconds since 1970, UTC. Counters (`*_count`) change in the
 * transaction that changes what they count.
 */
export interface Schema {
  members: account.MemberTable;
  sessions: account.SessionTable;
  password_resets: account.PasswordResetTable;
  emails: notification.EmailTable;
  posts: community.PostTable;
  attachments: community.AttachmentTable;
  likes: community.LikeTable;
  comments: community.CommentTable;
  follows: community.FollowTable;
  reports: community.ReportTable;
  notifications: notification.NotificationTable;
  notification_reads: notification.NotificationReadTable;
  notification_versions: notification.NotificationVersionTable;
  resources: content.ResourceTable;
  resource_blocks: content.ResourceBlockTable;
  policies: content.PolicyTable;
  cache_versions: notification.CacheVersionTable;
}

/** The database outside a transaction. */
export type Db = Kysely<Schema>;

/** What a query runs on: the database, or a transaction. */
export type Executor = Kysely<Schema> | Transaction<Schema>;
