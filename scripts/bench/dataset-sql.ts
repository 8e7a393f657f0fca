// A community of any size in a few statements: the database computes everything from a row's number, so that a
// million posts take little time, and every data set of a size is the same.
import { columnOf, type Database, quote } from './database.ts';
import { few, hex, numbers, oneOf, scatter, uuid } from './dataset-expressions.ts';

/** The password of every member. */
export const PASSWORD = 'Straw-for-7-Cows';
/** All members follow the first of them, and ten members the next: so many are the first and the next. */
export const POPULAR = 4;
/** So many posts, the newest, have the likes and comments that they count; older ones only count them. */
export const COMPLETE = 20_000;

const FIRST_NAMES = ['Maria', 'Jun', 'Ana', 'Ramon', 'Luz', 'Pedro', 'Celia', 'Dario'];
const LAST_NAMES = ['Santos', 'Reyes', 'Cruz', 'Bautista', 'Ocampo', 'Garcia', 'Mendoza'];
const ROLES = ['farmer', 'farmer', 'farmer', 'processor', 'gleaner', 'feed'];
const TITLES = ['Rice straw', 'Coconut husk', 'Corn cobs', 'Mangoes', 'Silage', 'Kiln biochar'];
const TEXTS = [
  'We can help to load until four.',
  'Bring your own sacks.',
  'The road is bad after rain.',
];
const COMMENTS = [
  'Is it still there?',
  'Salamat, we will bring the truck.',
  'It was good and dry.',
];

const RECIPIENT = ['recipient_id', 'audience_member_id', 'subject_id'];
const MEMBERS = 10_000;
const FOLLOWS = 10;
const LIKES = 8;
const COMMENTS_MOST = 6;
const IMAGES = 3;
const YEAR_MS = 31_536_000_000;
const FIRST = 2 * POPULAR;

function expressions({ dialect }: Database, count: number, now: number) {
  const interval = Math.floor((2 * YEAR_MS) / count);
  const postedAt = `(${now - count * interval} + n * ${interval})`;
  const joinedAt = now - 3 * YEAR_MS;
  const id = (time: string | number, n: string) => uuid(dialect, String(time), n);
  const memberId = (n: string) => id(joinedAt, `(${n})`);
  return { count, joinedAt, postedAt, id, memberId, postId: id(postedAt, 'n') };
}

type Expressions = ReturnType<typeof expressions>;

const members = ({ memberId, joinedAt }: Expressions, passwordHash: string) => `
  insert into members
    (id, email, password_hash, role, first_name, middle_name, last_name, joined_at)
  ${numbers(0, MEMBERS)}
  select ${memberId('n')}, 'member' || n || '@bench.example', ${quote(passwordHash)},
    ${oneOf(ROLES, 'n', 1)}, ${oneOf(FIRST_NAMES, 'n', 2)}, '', ${oneOf(LAST_NAMES, 'n', 3)},
    ${joinedAt}
  from s`;

const follows = ({ id, memberId, joinedAt }: Expressions) => `
  insert into follows (id, follower_id, followed_id, created_at)
  ${numbers(FIRST, MEMBERS)}
  select ${id(joinedAt, `n * 32 + k`)}, ${memberId('n')}, ${memberId(`case when k < ${FIRST} then k
    else ${FIRST} + (n - ${FIRST} + 1 + k * 37) % ${MEMBERS - FIRST} end`)}, ${joinedAt}
  from s cross join ${few(FIRST + FOLLOWS)}
  where k < ${POPULAR} or k >= ${FIRST} or n < ${FIRST + 10}`;

const posts = ({ postId, memberId, postedAt, count }: Expressions) => `
  insert into posts (id, author_id, title, description, idempotency_key, created_at, updated_at,
    likes_count, comments_count)
  ${numbers(0, count)}
  select ${postId}, ${memberId(scatter('n', MEMBERS))}, ${oneOf(TITLES, 'n', 8)} || ', no. ' || n,
    ${[1, 2, 3, 4, 5, 6, 7].map((salt) => oneOf(TEXTS, 'n', salt)).join(` || ' ' || `)},
    cast(${postId} as text), ${postedAt}, ${postedAt}, n % ${LIKES}, n % ${COMMENTS_MOST}
  from s`;

const attachments = ({ postId, count }: Expressions, key: string, imageKey = 'image_key') => `
  insert into attachments (post_id, position, ${imageKey})
  ${numbers(0, count)}
  select ${postId}, k, ${key} || '-1600x1200'
  from s cross join ${few(IMAGES)} where n % 10 < 3 and k <= n % ${IMAGES}`;

const likes = ({ id, postedAt, postId, memberId, count }: Expressions) => `
  insert into likes (id, post_id, member_id, created_at)
  ${numbers(Math.max(0, count - COMPLETE), count)}
  select ${id(postedAt, 'n * 8 + k')}, ${postId}, ${memberId(`(n * 8 + k) % ${MEMBERS}`)},
    ${postedAt}
  from s cross join ${few(LIKES)} where k < n % ${LIKES}`;

const comments = ({ id, postedAt, postId, memberId, count }: Expressions) => `
  insert into comments (id, post_id, member_id, content, idempotency_key, created_at)
  ${numbers(Math.max(0, count - COMPLETE), count)}
  select ${id(postedAt, 'n * 8 + k')}, ${postId}, ${memberId(`(n * 8 + k) % ${MEMBERS}`)},
    ${oneOf(COMMENTS, '(n * 8 + k)', 9)}, 'bench ' || (n * 8 + k), ${postedAt}
  from s cross join ${few(COMMENTS_MOST)} where k < n % ${COMMENTS_MOST}`;

// As the site creates them: one row per post, for all followers of its author.
const notifications = (sql: Expressions, recipientId = 'recipient_id') => `
  insert into notifications
    (id, type, audience, ${recipientId}, link_data, title, content, created_at)
  ${numbers(0, sql.count)}
  select ${sql.id(sql.postedAt, 'n')}, 'forum-new-post', 'followers',
    ${sql.memberId(scatter('n', MEMBERS))}, cast(${sql.postId} as text), 'New post',
    'A member you follow has posted.', ${sql.postedAt}
  from s`;

const MEMBER_COUNTS = `update members set
  posts_count = (select count(*) from posts where posts.author_id = members.id),
  followers_count = (select count(*) from follows where follows.followed_id = members.id),
  following_count = (select count(*) from follows where follows.follower_id = members.id)`;

/**
 * Fills an empty, migrated database with 10,000 members and their posts, the newest written now.
 * @param count of posts
 */
export async function fill(database: Database, count: number, passwordHash: string): Promise<void> {
  const sql = expressions(database, count, Date.now());
  const imageKey = await columnOf(database, 'attachments', ['image_key', 'picture_key']);
  const recipientId = await columnOf(database, 'notifications', RECIPIENT);
  const statements = [
    members(sql, passwordHash),
    follows(sql),
    posts(sql),
    attachments(sql, hex(database.dialect, 'n * 8 + k', 22), imageKey),
    likes(sql),
    comments(sql),
    notifications(sql, recipientId),
    MEMBER_COUNTS,
    // Postgres would collect its statistics by itself, but later.
    ...(database.dialect === 'postgres' ? ['vacuum analyze'] : []),
  ];
  for (const statement of statements) await database.run(statement);
}
