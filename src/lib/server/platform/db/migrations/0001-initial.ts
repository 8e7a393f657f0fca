import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/platform/db/dialect.ts';

import { postgresSearch, sqliteSearch } from './0001-initial-search.ts';
import { COLUMN_TYPES, type ColumnTypes } from './column-types.ts';

/** Members, their sessions and their password resets. */
const accountTables = ({ id, time, end }: ColumnTypes): string[] => [
  `create table members (
    id ${id} primary key,
    email text not null unique,
    password_hash text not null,
    role text not null check (role in ('farmer', 'processor', 'gleaner', 'feed', 'staff')),
    first_name text not null,
    middle_name text not null,
    last_name text not null,
    contact_phone text,
    birthdate text,
    avatar_key text,
    joined_at ${time} not null,
    disabled_at ${time},
    followers_count integer not null default 0 check (followers_count >= 0),
    following_count integer not null default 0 check (following_count >= 0),
    posts_count integer not null default 0 check (posts_count >= 0),
    read_watermark ${id}
  ) ${end}`,
  // For suggestions, by rank.
  `create index members_followers_count_idx
    on members (followers_count, posts_count, id) where disabled_at is null`,
  `create table sessions (
    id ${id} primary key,
    token_hash text not null unique,
    member_id ${id} not null references members on delete cascade,
    user_agent text not null,
    created_at ${time} not null,
    seen_at ${time} not null
  ) ${end}`,
  `create index sessions_member_id_idx on sessions (member_id, id)`,
  `create index sessions_seen_at_idx on sessions (seen_at)`,
  `create table password_resets (
    token_hash text primary key,
    origin_key text not null,
    account_key text not null,
    member_id ${id} references members on delete cascade,
    client_hash text not null,
    code_hmac text not null,
    created_at ${time} not null,
    expires_at ${time} not null,
    verified_at ${time}
  ) ${end}`,
  // An origin has at most one code that is not entered yet.
  `create unique index password_resets_unverified_idx
    on password_resets (origin_key) where verified_at is null`,
  `create index password_resets_account_key_idx on password_resets (account_key)`,
  `create index password_resets_member_id_idx on password_resets (member_id)`,
  `create index password_resets_expires_at_idx on password_resets (expires_at)`,
];

const posts = ({ id, time, end }: ColumnTypes) => [
  `create table posts (
    id ${id} primary key,
    author_id ${id} not null references members on delete cascade,
    title text not null,
    description text not null,
    idempotency_key text not null,
    created_at ${time} not null,
    updated_at ${time} not null,
    likes_count integer not null default 0 check (likes_count >= 0),
    comments_count integer not null default 0 check (comments_count >= 0),
    unique (author_id, idempotency_key)
  ) ${end}`,
  `create index posts_author_id_idx on posts (author_id, id)`,
  `create table attachments (
    post_id ${id} not null references posts on delete cascade,
    position integer not null check (position between 0 and 4),
    image_key text not null unique,
    primary key (post_id, position)
  ) ${end}`,
];

const reactions = ({ id, time, end }: ColumnTypes) => [
  `create table likes (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    member_id ${id} not null references members on delete cascade,
    created_at ${time} not null,
    unique (post_id, member_id)
  ) ${end}`,
  `create index likes_post_id_idx on likes (post_id, id)`,
  `create index likes_member_id_idx on likes (member_id)`,
  `create table comments (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    member_id ${id} not null references members on delete cascade,
    content text not null,
    idempotency_key text not null,
    created_at ${time} not null,
    unique (member_id, idempotency_key)
  ) ${end}`,
  `create index comments_post_id_idx on comments (post_id, id)`,
  `create table reports (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    reporter_id ${id} not null references members on delete cascade,
    reason text not null,
    created_at ${time} not null,
    dismissed_at ${time},
    unique (post_id, reporter_id)
  ) ${end}`,
  `create index reports_reporter_id_idx on reports (reporter_id)`,
  `create index reports_open_idx on reports (post_id, id) where dismissed_at is null`,
];

const follows = ({ id, time, end }: ColumnTypes) => [
  `create table follows (
    id ${id} primary key,
    follower_id ${id} not null references members on delete cascade,
    followed_id ${id} not null references members on delete cascade,
    created_at ${time} not null,
    unique (follower_id, followed_id),
    check (follower_id <> followed_id)
  ) ${end}`,
  `create index follows_followed_id_idx on follows (followed_id, id)`,
  `create index follows_follower_id_idx on follows (follower_id, id)`,
];

/** Posts, what members do with them, and who follows whom. */
const communityTables = (types: ColumnTypes): string[] => [
  ...posts(types),
  ...reactions(types),
  ...follows(types),
];

/** What staff publish: resources and policies. */
const contentTables = ({ id, time, end }: ColumnTypes): string[] => [
  `create table resources (
    id ${id} primary key,
    title text not null,
    cover_key text not null,
    published_at ${time}
  ) ${end}`,
  `create index resources_published_at_idx on resources (published_at, id)`,
  `create table resource_blocks (
    id ${id} primary key,
    resource_id ${id} not null references resources on delete cascade,
    position integer not null,
    type text not null check (type in ('HEADING', 'TEXT', 'image')),
    content text not null,
    unique (resource_id, position)
  ) ${end}`,
  `create table policies (
    kind text primary key
      check (kind in ('licensing_terms', 'data_privacy_guidelines', 'terms_and_conditions')),
    title text not null,
    file_key text not null,
    bytes integer not null default 0,
    text text not null,
    updated_at ${time} not null
  ) ${end}`,
];

/** Notifications and what carries news elsewhere: queued emails, cache versions. */
const notificationTables = ({ id, time, end }: ColumnTypes): string[] => [
  `create table notifications (
    id ${id} primary key,
    type text not null,
    audience text not null check (audience in ('member', 'followers', 'everyone')),
    audience_member_id ${id} references members on delete cascade,
    actor_id ${id} references members on delete cascade,
    link_data text,
    title text not null,
    content text not null,
    created_at ${time} not null,
    dedupe_key text,
    check ((audience = 'everyone') = (audience_member_id is null))
  ) ${end}`,
  // With the actor, unread notifications are found in indexes alone.
  `create index notifications_audience_idx
    on notifications (audience, audience_member_id, id, actor_id)`,
  `create index notifications_audience_member_id_idx on notifications (audience_member_id)`,
  `create index notifications_actor_id_idx on notifications (actor_id)`,
  `create index notifications_link_data_idx on notifications (link_data)`,
  `create unique index notifications_dedupe_key_idx on notifications (dedupe_key)`,
  `create table notification_reads (
    member_id ${id} not null references members on delete cascade,
    notification_id ${id} not null references notifications on delete cascade,
    read_at ${time} not null,
    primary key (member_id, notification_id)
  ) ${end}`,
  `create index notification_reads_notification_id_idx on notification_reads (notification_id)`,
  // `version` counts the changes of what an audience is notified of; `everyone` has the nil UUID.
  `create table notification_versions (
    member_id ${id} not null,
    audience text not null,
    version integer not null,
    primary key (member_id, audience)
  ) ${end}`,
  `create table emails (
    id ${id} primary key,
    encrypted_payload text not null,
    created_at ${time} not null,
    run_at ${time} not null,
    expires_at ${time} not null,
    attempts integer not null default 0
  ) ${end}`,
  `create index emails_run_at_idx on emails (run_at)`,
  `create table cache_versions (tag text primary key, version integer not null) ${end}`,
];

const TABLES = [accountTables, communityTables, notificationTables, contentTables];

const EXTRAS: Record<DialectName, string[]> = {
  sqlite: sqliteSearch,
  postgres: [
    // SQLite plans worse with it.
    `create index notifications_everyone_idx on notifications (id) where audience = 'everyone'`,
    ...postgresSearch,
  ],
};

/** Creates the whole schema. */
export const initial = (dialect: DialectName): Migration => ({
  async up(db) {
    const tables = TABLES.flatMap((create) => create(COLUMN_TYPES[dialect]));
    for (const statement of [...tables, ...EXTRAS[dialect]]) await sql.raw(statement).execute(db);
  },
});
