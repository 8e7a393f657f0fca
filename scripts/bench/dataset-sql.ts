// A community of any size in a few statements: everything is computed inside the database from a row's number, so
// that a million posts take seconds, and every data set of a size is the same.
import type { DialectName } from '#lib/server/db/dialect.ts';

import { few, numbers, oneOf, quoted, thrown, type Words, wordsOf } from './sql.ts';
import { COMMENTS, FIRST_NAMES, LAST_NAMES, ROLES, SENTENCES, TITLES } from './texts.ts';

const MEMBERS = 10_000;
/** Whom everybody follows, and whom only a few do: members of a crowd, by number. */
export const FOLLOWED = { byAll: 0, byFew: 1, few: 10 };
/** The first members are those who look: of all posts, 3 % have a like from each. */
const VIEWERS = 8;

const YEAR_MS = 31_536_000_000;
const FOLLOWS = 10;
const LIKES = 8;
const COMMENTS_MOST = 6;
const PICTURES = 3;
// The newest posts have every like and comment they count; of the older ones most are only counted.
const WHOLE = 1000;
const LIKED = 33;
const likedBy = (viewer: number) => (viewer * 5) % LIKED;

/** How large a data set is. */
interface Size {
  members: number;
  posts: number;
}

interface Community extends Words, Size {
  /** when post `n` was written */
  at: (n: string) => string;
  post: (n: string) => string;
  member: (n: string) => string;
  joined: number;
}

const members = ({ member, joined, members: count }: Community, passwordHash: string) => `
  insert into members (id, email, password_hash, role, first_name, middle_name, last_name, joined_at)
  ${numbers(0, count)}
  select ${member('n')}, 'member' || n || '@bench.example', ${quoted(passwordHash)}, ${oneOf(ROLES, 'n', 1)},
    ${oneOf(FIRST_NAMES, 'n', 2)}, '', ${oneOf(LAST_NAMES, 'n', 3)}, ${joined}
  from s`;

const follows = ({ id, member, joined }: Community) => `
  insert into follows (id, follower_id, followed_id, created_at)
  ${numbers(0, MEMBERS)}
  select ${id(`${joined}`, `n * ${FOLLOWS} + k`)}, ${member('n')},
    ${member(`((n + 1 + k * 37) % ${MEMBERS})`)}, ${joined}
  from s cross join ${few(FOLLOWS)}`;

const crowdFollows = ({ id, member, joined, members: count }: Community) =>
  [
    { followed: FOLLOWED.byAll, followers: count },
    { followed: FOLLOWED.byFew, followers: Math.min(count, 2 + FOLLOWED.few) },
  ].map(
    ({ followed, followers }) => `
  insert into follows (id, follower_id, followed_id, created_at)
  ${numbers(2, followers)}
  select ${id(`${joined}`, `n * 2 + ${followed}`)}, ${member('n')}, ${member(`${followed}`)}, ${joined}
  from s`,
  );

const posts = ({ post, member, at, members: all, posts: count }: Community) => {
  const liked = Array.from({ length: VIEWERS }, (_, viewer) => likedBy(viewer)).join();
  const description = [4, 5, 6, 7].map((salt) => oneOf(SENTENCES, 'n', salt)).join(` || ' ' || `);
  return `
  insert into posts (id, author_id, title, description, idempotency_key, created_at, updated_at,
    likes_count, comments_count)
  ${numbers(0, count)}
  select ${post('n')}, ${member(thrown('n', all))}, ${oneOf(TITLES, 'n', 8)} || ', no. ' || n, ${description},
    cast(${post('n')} as text), ${at('n')}, ${at('n')},
    n % ${LIKES} + case when n % ${LIKED} in (${liked}) then 1 else 0 end, n % ${COMMENTS_MOST}
  from s`;
};

const attachments = ({ post, hex, posts: count }: Community) => `
  insert into attachments (post_id, position, image_key)
  ${numbers(0, count)}
  select ${post('n')}, k, ${hex(`n * 8 + k`, 22)} || '-1600x1200'
  from s cross join ${few(PICTURES)} where n % 10 < 3 and k <= n % ${PICTURES}`;

const viewersLikes = ({ id, at, post, member, posts: count }: Community, viewer: number) => {
  const n = `(n * ${LIKED} + ${likedBy(viewer)})`;
  return `
  insert into likes (id, post_id, member_id, created_at)
  ${numbers(0, Math.ceil((count - likedBy(viewer)) / LIKED))}
  select ${id(at(n), `${n} * 16 + ${viewer}`)}, ${post(n)}, ${member(`${viewer}`)}, ${at(n)}
  from s`;
};

const likes = ({ id, at, post, member, posts: count }: Community) => `
  insert into likes (id, post_id, member_id, created_at)
  ${numbers(Math.max(0, count - WHOLE), count)}
  select ${id(at('n'), `n * 16 + ${VIEWERS} + k`)}, ${post('n')},
    ${member(`${VIEWERS} + (n * 8 + k) % ${MEMBERS - VIEWERS}`)}, ${at('n')}
  from s cross join ${few(LIKES)} where k < n % ${LIKES}`;

const comments = ({ id, at, post, member, posts: count }: Community) => {
  const key = id(at('n'), 'n * 8 + k');
  return `
  insert into comments (id, post_id, member_id, content, idempotency_key, created_at)
  ${numbers(Math.max(0, count - WHOLE), count)}
  select ${key}, ${post('n')}, ${member(`(n * 8 + k) % ${MEMBERS}`)}, ${oneOf(COMMENTS, '(n * 8 + k)', 9)},
    cast(${key} as text), ${at('n')}
  from s cross join ${few(COMMENTS_MOST)} where k < n % ${COMMENTS_MOST}`;
};

// As the site makes them: one row a post, for everyone who follows its author.
const notifications = ({ id, at, post, member, members: all, posts: count }: Community) => `
  insert into notifications (id, type, audience, audience_member_id, link_data, title, content, created_at)
  ${numbers(0, count)}
  select ${id(at('n'), 'n')}, 'forum-new-post', 'followers', ${member(thrown('n', all))},
    cast(${post('n')} as text), 'New post', 'A member you follow has posted.', ${at('n')}
  from s`;

const memberCounts = `update members set
  posts_count = (select count(*) from posts where posts.author_id = members.id),
  followers_count = (select count(*) from follows where follows.followed_id = members.id),
  following_count = (select count(*) from follows where follows.follower_id = members.id)`;

// Postgres keeps statistics by itself. SQLite has none unless it is told to make them, and the site does not.
const ends = (dialect: DialectName) => [
  memberCounts,
  ...(dialect === 'postgres' ? ['vacuum analyze'] : []),
];

function communityOf(dialect: DialectName, size: Size, now: number): Community {
  const words = wordsOf(dialect);
  const step = Math.floor((2 * YEAR_MS) / size.posts);
  const at = (n: string) => `(${now - size.posts * step} + ${n} * ${step})`;
  const joined = now - 3 * YEAR_MS;
  const post = (n: string) => words.id(at(n), n);
  const member = (n: string) => words.id(`${joined}`, n);
  return { ...words, ...size, at, post, member, joined };
}

/** Makes the statements that fill an empty, migrated database. */
export type Fill = (dialect: DialectName, now: number, passwordHash: string) => string[];

/**
 * A community of ten thousand members.
 * @param count of posts, the newest written now
 */
export const withPosts =
  (count: number): Fill =>
  (dialect, now, passwordHash) => {
    const community = communityOf(dialect, { members: MEMBERS, posts: count }, now);
    return [
      members(community, passwordHash),
      follows(community),
      posts(community),
      attachments(community),
      ...Array.from({ length: VIEWERS }, (_, viewer) => viewersLikes(community, viewer)),
      likes(community),
      comments(community),
      notifications(community),
      ...ends(dialect),
    ];
  };

/** A crowd with few posts: all follow one of them. @param count of members */
export const withMembers =
  (count: number): Fill =>
  (dialect, now, passwordHash) => {
    const crowd = communityOf(dialect, { members: count, posts: WHOLE }, now);
    return [members(crowd, passwordHash), ...crowdFollows(crowd), posts(crowd), ...ends(dialect)];
  };
