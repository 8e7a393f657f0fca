import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

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
export const communityTables = (types: ColumnTypes): string[] => [
  ...posts(types),
  ...reactions(types),
  ...follows(types),
];
