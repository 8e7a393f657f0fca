// Creates a community of any size in a few statements. The database computes everything from row numbers, so a
// million posts take little time, and data sets of one size are identical.
import { columnOf, type Database, quote } from './database.ts';
import { few, hex, numbers, oneOf, scatter, uuid } from './dataset-expressions.ts';
import { fillListings } from './dataset-listings.ts';
import { commentOf, fillSearchTerms, textOf, titleOf } from './dataset-words.ts';

/** The password of every member. */
export const PASSWORD = 'Straw-for-7-Cows';
/**
 * The number of popular members in each of two groups: ten thousand members follow the first, another ten the second.
 */
export const POPULAR = 4;
/** The newest posts, in this number, have real likes and comments; older ones only have counters. */
export const COMPLETE = 100_000;
/** One in this many members writes posts, and has followers. */
export const AUTHOR_STEP = 10;
/** The first member with posts. */
export const FIRST_AUTHOR = 2 * POPULAR;

const FIRST_NAMES = ['Maria', 'Jun', 'Ana', 'Ramon', 'Luz', 'Pedro', 'Celia', 'Dario'];
const LAST_NAMES = ['Santos', 'Reyes', 'Cruz', 'Bautista', 'Ocampo', 'Garcia', 'Mendoza'];
const ROLES = ['farmer', 'farmer', 'farmer', 'processor', 'gleaner', 'feed'];
const RECIPIENT = ['recipient_id', 'audience_member_id', 'subject_id'];
const FEW_MEMBERS = 10_000;
const MANY_MEMBERS = 100_000;
const FOLLOWERS = 10_000;
const FOLLOWS = 10;
const LIKES = 8;
// Enough for a full page.
const COMMENTS_LEAST = 12;
const COMMENTS_MOST = 15;
// More than the likes or comments of a post, to keep their ids apart.
const ROOM = 32;
const IMAGES = 3;
const YEAR_MS = 31_536_000_000;

const LIKES_OF_N = `n % ${LIKES}`;
const COMMENTS_OF_N = `${COMMENTS_LEAST} + n % ${COMMENTS_MOST - COMMENTS_LEAST + 1}`;

function expressions({ dialect }: Database, count: number, now: number) {
  const interval = Math.floor((2 * YEAR_MS) / count);
  const postedAt = `(${now - count * interval} + n * ${interval})`;
  const joinedAt = now - 3 * YEAR_MS;
  const members = count < MANY_MEMBERS ? FEW_MEMBERS : MANY_MEMBERS;
  const authors = Math.floor((members - FIRST_AUTHOR) / AUTHOR_STEP);
  const id = (time: string | number, n: string) => uuid(dialect, String(time), n);
  const memberId = (n: string) => id(joinedAt, `(${n})`);
  const authorId = memberId(`${FIRST_AUTHOR} + ${AUTHOR_STEP} * ${scatter('n', authors)}`);
  const postId = id(postedAt, 'n');
  return { count, members, authors, joinedAt, postedAt, id, memberId, authorId, postId };
}

type Expressions = ReturnType<typeof expressions>;

const insertMembers = ({ members, memberId, joinedAt }: Expressions, passwordHash: string) => `
  insert into members
    (id, email, password_hash, role, first_name, middle_name, last_name, joined_at)
  ${numbers(0, members)}
  select ${memberId('n')}, 'member' || n || '@bench.example', ${quote(passwordHash)},
    ${oneOf(ROLES, 'n', 1)}, ${oneOf(FIRST_NAMES, 'n', 2)}, '', ${oneOf(LAST_NAMES, 'n', 3)},
    ${joinedAt}
  from s`;

const followed = (authors: number) => `case when k < ${FIRST_AUTHOR} then k
  else ${FIRST_AUTHOR} + ${AUTHOR_STEP} * ((n + k * 37) % ${authors}) end`;

const follows = ({ members, authors, id, memberId, joinedAt }: Expressions) => `
  insert into follows (id, follower_id, followed_id, created_at)
  ${numbers(FIRST_AUTHOR, members)}
  select ${id(joinedAt, `n * ${ROOM} + k`)}, ${memberId('n')}, ${memberId(followed(authors))},
    ${joinedAt}
  from s cross join ${few(FIRST_AUTHOR + FOLLOWS)}
  where n <> ${followed(authors)} and (k >= ${FIRST_AUTHOR} or n < ${FIRST_AUTHOR + FOLLOWS}
    or (k < ${POPULAR} and n < ${FIRST_AUTHOR + FOLLOWERS}))`;

const posts = ({ postId, authorId, postedAt, count }: Expressions) => `
  insert into posts (id, author_id, title, description, idempotency_key, created_at, updated_at,
    likes_count, comments_count)
  ${numbers(0, count)}
  select ${postId}, ${authorId}, ${titleOf('n')}, ${textOf('n')}, cast(${postId} as text),
    ${postedAt}, ${postedAt}, ${LIKES_OF_N}, ${COMMENTS_OF_N}
  from s`;

const attachments = ({ postId, count }: Expressions, key: string, imageKey = 'image_key') => `
  insert into attachments (post_id, position, ${imageKey})
  ${numbers(0, count)}
  select ${postId}, k, ${key} || '-1600x1200'
  from s cross join ${few(IMAGES)} where n % 10 < 3 and k <= n % ${IMAGES}`;

const likes = ({ id, postedAt, postId, memberId, members, count }: Expressions) => `
  insert into likes (id, post_id, member_id, created_at)
  ${numbers(Math.max(0, count - COMPLETE), count)}
  select ${id(postedAt, `n * ${ROOM} + k`)}, ${postId},
    ${memberId(`(n * ${ROOM} + k) % ${members}`)}, ${postedAt}
  from s cross join ${few(LIKES)} where k < ${LIKES_OF_N}`;

const comments = ({ id, postedAt, postId, memberId, members, count }: Expressions) => `
  insert into comments (id, post_id, member_id, content, idempotency_key, created_at)
  ${numbers(Math.max(0, count - COMPLETE), count)}
  select ${id(postedAt, `n * ${ROOM} + k`)}, ${postId},
    ${memberId(`(n * ${ROOM} + k) % ${members}`)}, ${commentOf(`(n * ${ROOM} + k)`)},
    'bench ' || (n * ${ROOM} + k), ${postedAt}
  from s cross join ${few(COMMENTS_MOST)} where k < ${COMMENTS_OF_N}`;

// As the site creates them: one row per post, for all followers of its author.
const notifications = (sql: Expressions, recipientId = 'recipient_id') => `
  insert into notifications
    (id, type, audience, ${recipientId}, link_data, title, content, created_at)
  ${numbers(0, sql.count)}
  select ${sql.id(sql.postedAt, 'n')}, 'forum-new-post', 'followers',
    ${sql.authorId}, cast(${sql.postId} as text), 'New post',
    'A member you follow has posted.', ${sql.postedAt}
  from s`;

// The newest posts, in this number, have notifications for followers.
const NOTIFIED = 10_000;

// As the site creates them: one row for each follower of the author.
const memberNotifications = ({ id, count, postedAt, postId, authorId }: Expressions) => `
  insert into member_notifications
    (member_id, id, type, kind, message, actor_id, link_data, created_at)
  ${numbers(Math.max(0, count - NOTIFIED), count)}
  select f.follower_id, ${id(postedAt, 'n')}, 'forum-new-post', 'post', 'posted', ${authorId},
    ${postId}, ${postedAt}
  from s join follows f on f.followed_id = ${authorId}`;

const INBOXES = `insert into inboxes (member_id, unread_count, version)
  select m.id, (select count(*) from (
    select 1 as one from member_notifications n where n.member_id = m.id limit 10) as unread), 1
  from members m`;

/** Fills the tables of notifications that this version of the site has. */
async function fillNotifications(database: Database, sql: Expressions): Promise<void> {
  if (await columnOf(database, 'member_notifications', ['message'])) {
    await database.run(memberNotifications(sql));
    await database.run(INBOXES);
    return;
  }
  const recipientId = await columnOf(database, 'notifications', RECIPIENT);
  await database.run(notifications(sql, recipientId));
}

const MEMBER_COUNTS = `update members set
  posts_count = (select count(*) from posts where posts.author_id = members.id),
  followers_count = (select count(*) from follows where follows.followed_id = members.id),
  following_count = (select count(*) from follows where follows.follower_id = members.id)`;

/**
 * Fills an empty, migrated database with members (10,000, or 100,000 from as many posts on) and posts up to the
 * present; one in 20 posts has an open listing.
 * @param count of posts
 */
export async function fill(database: Database, count: number, passwordHash: string): Promise<void> {
  const sql = expressions(database, count, Date.now());
  const imageKey = await columnOf(database, 'attachments', ['image_key', 'picture_key']);
  const statements = [
    insertMembers(sql, passwordHash),
    follows(sql),
    posts(sql),
    attachments(sql, hex(database.dialect, 'n * 8 + k', 22), imageKey),
    likes(sql),
    comments(sql),
    MEMBER_COUNTS,
  ];
  for (const statement of statements) await database.run(statement);
  await fillNotifications(database, sql);
  await fillListings(database, sql);
  await fillSearchTerms(database);
  // Postgres would do both automatically, but later.
  if (database.dialect !== 'postgres') return;
  await database.run('vacuum analyze');
  await database.run('checkpoint');
}
