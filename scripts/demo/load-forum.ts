import type { NotificationKind } from '#lib/contract/notifications/notification-kinds.ts';
import { refreshInboxes } from '#lib/server/notifications/inbox/queries.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';

import { comments } from './comments.ts';
import { addComment, addFollow, addLike, addPost } from './factories.ts';
import { follows } from './follows.ts';
import { imageDescriptions } from './image-descriptions.ts';
import { likes } from './likes.ts';
import { loadAlerts } from './load-alerts.ts';
import type { LoadContext } from './load-context.ts';
import { loadListings } from './load-listings.ts';
import { loadMachines } from './load-machines.ts';
import { loadPickups } from './load-pickups.ts';
import { loadReports } from './load-reports.ts';
import { loadSeason } from './load-season.ts';
import { loadStewards } from './load-stewards.ts';
import { members as people } from './members.ts';
import { notifications } from './notifications.ts';
import { posts } from './posts.ts';
import type { DemoNotification } from './types.ts';

const MINUTE = 60_000;

type Ids = Map<string, string>;

/** The ids of all loaded rows, by key. */
interface LoadedIds {
  members: Ids;
  resources: Ids;
  posts: Ids;
}

/**
 * Looks up the id of a key.
 * @throws Error for an unknown key
 */
function idOf(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`Unknown key in the demo: ${key}`);
  return id;
}

async function loadPosts(tx: Executor, { images, now }: LoadContext, members: Ids): Promise<Ids> {
  const ids: Ids = new Map();
  for (const { key, author, minutesAgo, images: names, title, description } of posts) {
    const created_at = now - minutesAgo * MINUTE;
    const pictures = names.map((name) => ({
      image_key: images.take(name),
      alt: imageDescriptions[name] ?? null,
    }));
    const author_id = idOf(members, author);
    const post = await addPost(tx, { author_id, title, description, created_at }, pictures);
    ids.set(key, post.id);
  }
  return ids;
}

/** Limited to now, so that nothing is dated in the future. */
function minutesAfter(postKey: string, minutes: number, now: number): number {
  const post = posts.find(({ key }) => key === postKey);
  return now - Math.max(0, (post?.minutesAgo ?? 0) - minutes) * MINUTE;
}

async function loadComments(tx: Executor, now: number, ids: LoadedIds): Promise<void> {
  for (const [post, rows] of Object.entries(comments))
    for (const [member, minutesAfterPost, content] of rows) {
      const createdAt = minutesAfter(post, minutesAfterPost, now);
      await addComment(tx, idOf(ids.posts, post), idOf(ids.members, member), content, createdAt);
    }
}

async function loadLikes(tx: Executor, now: number, ids: LoadedIds): Promise<void> {
  for (const [post, likers] of Object.entries(likes))
    for (const [index, liker] of likers.split(' ').entries()) {
      const createdAt = minutesAfter(post, index, now);
      await addLike(tx, idOf(ids.posts, post), idOf(ids.members, liker), createdAt);
    }
}

async function loadFollows(tx: Executor, now: number, { members }: LoadedIds): Promise<void> {
  for (const [follower, followed] of Object.entries(follows))
    for (const member of followed.split(' '))
      await addFollow(tx, idOf(members, follower), idOf(members, member), now);
}

/** The id of the member whose name begins a title, or null. */
function actorOf(title: string, members: Ids): string | null {
  const actor = people.find((each) => title.startsWith(`${each.first_name} ${each.last_name} `));
  return actor ? idOf(members, actor.key) : null;
}

/** The id of the comment that a notification quotes, or null. */
async function commentOf(tx: Executor, content: string): Promise<string | null> {
  const query = tx.selectFrom('comments').where('content', '=', content).select('id');
  return (await query.executeTakeFirst())?.id ?? null;
}

/** The kind and subject of a notification. */
function kindOf(
  { type, title }: Pick<DemoNotification, 'type' | 'title'>,
  commentId: string | null,
): NotificationKind {
  if (commentId) return 'comment';
  if (title.endsWith(' liked your post')) return 'like';
  if (type === 'violation') return 'moderation';
  if (type === 'forum-new-post') return 'post';
  return type === 'eduhub-published' ? 'guide' : 'staff';
}

const MESSAGES = { 'liked your post': 'liked', commented: 'commented', posted: 'posted' };
const TITLE = /^\S.*?(?: and (\d+) others?)? (liked your post|commented|posted)$/;

/** Title and content as the site stores them: for its own messages, their parameters. */
function wordsOf({ type, title, content }: Omit<DemoNotification, 'to' | 'link'>) {
  if (type === 'eduhub-published')
    return { message: 'guide', title: null, content: null, others: 0 };
  const [, others = '0', done] = TITLE.exec(title) ?? [];
  if (!done) return { message: null, title, content, others: 0 };
  const message = MESSAGES[done as keyof typeof MESSAGES];
  return { message, title: null, content: null, others: Number(others) };
}

async function loadNotification(
  tx: Executor,
  { to, link, ...text }: DemoNotification,
  ids: LoadedIds,
  now: number,
): Promise<void> {
  const created_at = now - text.minutesAgo * MINUTE;
  const id = idAt(created_at);
  const link_data =
    link && ('post' in link ? idOf(ids.posts, link.post) : idOf(ids.resources, link.resource));
  const actor_id = actorOf(text.title, ids.members);
  const comment_id = await commentOf(tx, text.content);
  const links = { link_data, comment_id };
  const kind = kindOf(text, comment_id);
  const read_at = text.read && to ? created_at + MINUTE : null;
  const facts = { id, kind, type: text.type, actor_id, ...links, ...wordsOf(text), read_at };
  const members = to ? [idOf(ids.members, to)] : ids.members.values();
  const rows = [...members].map((member_id) => Object.assign({ member_id, created_at }, facts));
  await tx.insertInto('member_notifications').values(rows).execute();
}

/** Loads posts with their comments and likes, follows, and notifications. */
export async function loadForum(
  tx: Executor,
  context: LoadContext,
  members: Ids,
  resources: Ids,
): Promise<void> {
  const { now } = context;
  const ids = { members, resources, posts: await loadPosts(tx, context, members) };
  await loadListings(tx, ids, now);
  await loadPickups(tx, { ...ids, now });
  await loadAlerts(tx, members, now);
  await loadSeason(tx, members, now);
  await loadStewards(tx, ids, now);
  await loadMachines(tx, { ...ids, now });
  await loadComments(tx, now, ids);
  await loadReports(tx, { ...ids, now });
  await loadLikes(tx, now, ids);
  await loadFollows(tx, now, ids);
  for (const notification of notifications) await loadNotification(tx, notification, ids, now);
  await refreshInboxes(tx, [...members.values()]);
}
