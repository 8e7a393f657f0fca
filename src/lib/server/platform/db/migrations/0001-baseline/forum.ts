import type { ColumnTypes } from '#lib/server/platform/db/migrations/column-types.ts';

const posts = ({ id, time, end }: ColumnTypes) => [
  `create table posts (
    id ${id} primary key,
    author_id ${id} not null references members on delete cascade,
    title text not null,
    description text not null,
    idempotency_key text not null,
    request_hash text,
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
    alt text,
    primary key (post_id, position)
  ) ${end}`,
];

const comments = ({ id, time, end }: ColumnTypes) => [
  `create table comments (
    id ${id} primary key,
    post_id ${id} not null references posts on delete cascade,
    member_id ${id} not null references members on delete cascade,
    content text not null,
    idempotency_key text not null,
    created_at ${time} not null,
    edited_at ${time},
    unique (member_id, idempotency_key)
  ) ${end}`,
  `create index comments_post_id_idx on comments (post_id, id)`,
  `create index comments_commenters_idx on comments (post_id, member_id, created_at)`,
];

/** Likes, comments and the like. */
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
  `create table mutes (
    post_id ${id} not null references posts on delete cascade,
    member_id ${id} not null references members on delete cascade,
    created_at ${time} not null,
    primary key (post_id, member_id)
  ) ${end}`,
  `create index mutes_member_id_idx on mutes (member_id)`,
  // Without a reference to the post: the list shows that it is gone.
  `create table saved_posts (
    id ${id} primary key,
    member_id ${id} not null references members on delete cascade,
    post_id ${id} not null,
    created_at ${time} not null,
    reminded_until text,
    gone_at ${time},
    unique (member_id, post_id)
  ) ${end}`,
  `create index saved_posts_post_id_idx on saved_posts (post_id)`,
  `create index saved_posts_gone_at_idx on saved_posts (gone_at) where gone_at is not null`,
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
  // Suggestions read hundreds of follows per page: the index covers them.
  `create index follows_follower_id_followed_id_idx on follows (follower_id, id, followed_id)`,
];

/** Posts, reactions to them, and follows. */
export const forumTables = (types: ColumnTypes): string[] => [
  ...posts(types),
  ...comments(types),
  ...reactions(types),
  ...follows(types),
  // The dictionary for misspelled search words, from posts and guides.
  `create table search_terms (term text primary key) ${types.end}`,
];
