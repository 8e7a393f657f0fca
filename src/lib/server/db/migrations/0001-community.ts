import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import type { DialectName } from '#lib/server/db/dialect.ts';

/** What a column is called in each database. */
interface Types {
  id: string;
  time: string;
  /** the end of a `create table` */
  end: string;
}

const SQLITE: Types = { id: 'text', time: 'integer', end: 'strict' };
const POSTGRES: Types = { id: 'uuid', time: 'bigint', end: '' };

const people = ({ id, time, end }: Types) => [
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
    posts_count integer not null default 0 check (posts_count >= 0)
  ) ${end}`,
  `create table sessions (
    id ${id} primary key,
    token_hash text not null unique,
    member_id ${id} not null references members on delete cascade,
    user_agent text not null,
    created_at ${time} not null,
    seen_at ${time} not null
  ) ${end}`,
  `create index sessions_of_member on sessions (member_id, id)`,
  `create index sessions_by_seen on sessions (seen_at)`,
  `create table password_resets (
    id ${id} primary key,
    token_hash text not null unique,
    member_id ${id} references members on delete cascade,
    code_hmac text not null,
    tries integer not null default 0,
    created_at ${time} not null,
    expires_at ${time} not null,
    verified_at ${time},
    used_at ${time}
  ) ${end}`,
  `create index password_resets_of_member on password_resets (member_id, id)`,
  `create index password_resets_by_expiry on password_resets (expires_at)`,
  `create table follows (
    id ${id} primary key,
    follower_id ${id} not null references members on delete cascade,
    followed_id ${id} not null references members on delete cascade,
    created_at ${time} not null,
    unique (follower_id, followed_id),
    check (follower_id <> followed_id)
  ) ${end}`,
  `create index follows_of_followed on follows (followed_id, id)`,
  `create index follows_of_follower on follows (follower_id, id)`,
];

const forum = ({ id, time, end }: Types) => [
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
  `create index posts_of_author on posts (author_id, id)`,
  `create table attachments (
    post_id ${id} not null references posts on delete cascade,
    position integer not null check (position between 0 and 4),
    image_key text not null unique,
    primary key (post_id, position)
  ) ${end}`,
  `create table likes (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    member_id ${id} not null references members on delete cascade,
    created_at ${time} not null,
    unique (post_id, member_id)
  ) ${end}`,
  `create index likes_of_post on likes (post_id, id)`,
  `create index likes_of_member on likes (member_id)`,
  `create table comments (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    member_id ${id} not null references members on delete cascade,
    content text not null,
    idempotency_key text not null,
    created_at ${time} not null,
    unique (member_id, idempotency_key)
  ) ${end}`,
  `create index comments_of_post on comments (post_id, id)`,
  `create table reports (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    reporter_id ${id} not null references members on delete cascade,
    reason text not null,
    created_at ${time} not null,
    unique (post_id, reporter_id)
  ) ${end}`,
  `create index reports_of_reporter on reports (reporter_id)`,
];

const news = ({ id, time, end }: Types) => [
  `create table notifications (
    id ${id} primary key,
    type text not null,
    audience text not null check (audience in ('member', 'followers', 'everyone')),
    audience_member_id ${id} references members on delete cascade,
    link_data text,
    title text not null,
    content text not null,
    created_at ${time} not null,
    check ((audience = 'everyone') = (audience_member_id is null))
  ) ${end}`,
  `create index notifications_by_audience on notifications (audience, audience_member_id, id)`,
  `create index notifications_of_subject on notifications (audience_member_id)`,
  `create table notification_reads (
    member_id ${id} not null references members on delete cascade,
    notification_id ${id} not null references notifications on delete cascade,
    read_at ${time} not null,
    primary key (member_id, notification_id)
  ) ${end}`,
  `create index reads_of_notification on notification_reads (notification_id)`,
];

const library = ({ id, time, end }: Types) => [
  `create table resources (
    id ${id} primary key,
    title text not null,
    cover_key text not null,
    published_at ${time}
  ) ${end}`,
  `create index resources_by_publication on resources (published_at, id)`,
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
    text text not null,
    updated_at ${time} not null
  ) ${end}`,
];

/**
 * Makes the whole data model of spec 3.
 * @param dialect the database's kind
 */
export const community = (dialect: DialectName): Migration => ({
  async up(db) {
    const types = dialect === 'sqlite' ? SQLITE : POSTGRES;
    for (const statement of [people, forum, news, library].flatMap((part) => part(types)))
      await sql.raw(statement).execute(db);
  },
});
