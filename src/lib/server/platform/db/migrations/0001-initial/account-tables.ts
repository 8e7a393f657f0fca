import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

/** Members, their sessions and their password resets. */
export const accountTables = ({ id, time, end }: ColumnTypes): string[] => [
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
