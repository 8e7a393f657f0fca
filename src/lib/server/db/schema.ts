import type { Kysely, Transaction } from 'kysely';

import type { Role } from '#lib/contract/members.ts';
import type { NotificationType } from '#lib/contract/notifications.ts';
import type { PageTag } from '#lib/server/cache/page-policy.ts';

import type { EmailTable } from './email-schema.ts';
import type { PasswordResetTable } from './password-reset-schema.ts';

export type { EmailTable } from './email-schema.ts';
export type { PasswordResetTable } from './password-reset-schema.ts';

/*
 * Ids are UUIDv7 and sort by time; every `*_at` is milliseconds since 1970, UTC. Counters (`*_count`) change in the
 * transaction that changes what they count.
 */

export interface MemberTable {
  id: string;
  /** lower case */
  email: string;
  /** argon2id in PHC form */
  password_hash: string;
  role: Role;
  first_name: string;
  middle_name: string;
  last_name: string;
  contact_phone: string | null;
  /** YYYY-MM-DD */
  birthdate: string | null;
  /** storage key */
  avatar_key: string | null;
  joined_at: number;
  /** set by staff: the member cannot log in, and nothing of theirs is shown */
  disabled_at: number | null;
  followers_count: number;
  following_count: number;
  posts_count: number;
  /** every notification with a lower id is read; null before the first is */
  read_watermark: string | null;
}

export interface SessionTable {
  id: string;
  /** SHA-256 of the cookie's value, which is not stored */
  token_hash: string;
  member_id: string;
  user_agent: string;
  created_at: number;
  seen_at: number;
}

export interface PostTable {
  id: string;
  author_id: string;
  title: string;
  description: string;
  /** of the request that created it: a repeated request creates no second post */
  idempotency_key: string;
  created_at: number;
  updated_at: number;
  likes_count: number;
  comments_count: number;
}

interface AttachmentTable {
  post_id: string;
  /** 0 to 4 */
  position: number;
  image_key: string;
}

export interface LikeTable {
  id: string;
  post_id: string;
  member_id: string;
  created_at: number;
}

export interface CommentTable {
  id: string;
  post_id: string;
  member_id: string;
  content: string;
  idempotency_key: string;
  created_at: number;
}

export interface FollowTable {
  id: string;
  follower_id: string;
  followed_id: string;
  created_at: number;
}

export interface ReportTable {
  id: string;
  post_id: string;
  reporter_id: string;
  reason: string;
  created_at: number;
  /** set by staff; null while the report is open */
  dismissed_at: number | null;
}

export interface NotificationTable {
  id: string;
  type: NotificationType;
  /** `member`: that member; `followers`: that member's followers; `everyone`: one row for all */
  audience: 'member' | 'followers' | 'everyone';
  audience_member_id: string | null;
  /** the member who caused it, e.g. by a like; null when no member did */
  actor_id: string | null;
  link_data: string | null;
  title: string;
  content: string;
  created_at: number;
  /** unique where a notification may be created only once */
  dedupe_key: string | null;
}

/** A read notification; without a row it is unread. */
interface NotificationReadTable {
  notification_id: string;
  member_id: string;
  read_at: number;
}

/** How often what an audience is notified of has changed (docs/decisions/0027-notification-versions.md). */
interface NotificationVersionTable {
  /** the nil UUID for `everyone` */
  member_id: string;
  audience: NotificationTable['audience'];
  version: number;
}

export interface ResourceTable {
  id: string;
  title: string;
  cover_key: string;
  /** null for a draft */
  published_at: number | null;
}

export interface ResourceBlockTable {
  id: string;
  resource_id: string;
  position: number;
  type: 'HEADING' | 'TEXT' | 'image';
  /** text, or the storage key of an image */
  content: string;
}

export interface PolicyTable {
  kind: 'licensing_terms' | 'data_privacy_guidelines' | 'terms_and_conditions';
  title: string;
  /** storage key of the PDF */
  file_key: string;
  /** size of the PDF */
  bytes: number;
  /** the PDF's text: blank lines separate paragraphs, `## ` starts a heading */
  text: string;
  updated_at: number;
}

/** The number of changes per page tag, by which servers invalidate each other's caches. */
interface CacheVersionTable {
  tag: PageTag;
  version: number;
}

export interface Schema {
  members: MemberTable;
  sessions: SessionTable;
  password_resets: PasswordResetTable;
  emails: EmailTable;
  posts: PostTable;
  attachments: AttachmentTable;
  likes: LikeTable;
  comments: CommentTable;
  follows: FollowTable;
  reports: ReportTable;
  notifications: NotificationTable;
  notification_reads: NotificationReadTable;
  notification_versions: NotificationVersionTable;
  resources: ResourceTable;
  resource_blocks: ResourceBlockTable;
  policies: PolicyTable;
  cache_versions: CacheVersionTable;
}

/** The database outside a transaction. */
export type Db = Kysely<Schema>;

/** What a query runs on: the database, or a transaction. */
export type Executor = Kysely<Schema> | Transaction<Schema>;
