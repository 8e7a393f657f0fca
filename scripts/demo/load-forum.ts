import type { Executor } from '#lib/server/db/schema.ts';
import { idAt } from '#lib/server/new-id.ts';

import { addComment, addFollow, addLike, addPost } from './factories.ts';
import type { Load } from './load.ts';
import { members as people } from './members.ts';
import { notifications } from './notifications.ts';
import { posts } from './posts.ts';
import { comments, follows, likes } from './talk.ts';
import type { DemoNotification } from './types.ts';

const MINUTE = 60_000;

type Ids = Map<string, string>;

/** @returns the id of a key @throws Error for a key nothing has */
function idOf(ids: Ids, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`The demo names something that is not there: ${key}`);
  return id;
}

async function loadPosts(tx: Executor, { pictures, now }: Load, members: Ids): Promise<Ids> {
  const ids: Ids = new Map();
  for (const { key, author, minutesAgo, pictures: names, title, description } of posts) {
    const created_at = now - minutesAgo * MINUTE;
    const keys = names.map((name) => pictures.take(name));
    const author_id = idOf(members, author);
    const post = await addPost(tx, { author_id, title, description, created_at }, keys);
    ids.set(key, post.id);
  }
  return ids;
}

async function loadTalk(tx: Executor, { now }: Load, members: Ids, ids: Ids): Promise<void> {
  const ages = new Map(posts.map(({ key, minutesAgo }) => [key, now - minutesAgo * MINUTE]));
  for (const { post, member, content, minutesAfterPost } of comments) {
    const at = Math.min(now, (ages.get(post) ?? now) + minutesAfterPost * MINUTE);
    await addComment(tx, idOf(ids, post), idOf(members, member), content, at);
  }
  for (const [post, fans] of Object.entries(likes))
    for (const [at, fan] of fans.entries())
      await addLike(
        tx,
        idOf(ids, post),
        idOf(members, fan),
        Math.min(now, (ages.get(post) ?? now) + at * MINUTE),
      );
  for (const [follower, followed] of follows)
    await addFollow(tx, idOf(members, follower), idOf(members, followed), now);
}

/** @returns the id of who did what a title begins with, or null */
function actorOf(title: string, members: Ids): string | null {
  const actor = people.find((each) => title.startsWith(`${each.first_name} ${each.last_name} `));
  return actor ? idOf(members, actor.key) : null;
}

async function loadNotification(
  tx: Executor,
  { to, link, minutesAgo, read, ...said }: DemoNotification,
  ids: { members: Ids; posts: Ids; resources: Ids },
  now: number,
): Promise<void> {
  const created_at = now - minutesAgo * MINUTE;
  const id = idAt(created_at);
  const audience_member_id = to && idOf(ids.members, to);
  const audience = to ? ('member' as const) : ('everyone' as const);
  const link_data =
    link && ('post' in link ? idOf(ids.posts, link.post) : idOf(ids.resources, link.resource));
  const actor_id = actorOf(said.title, ids.members);
  const row = { id, ...said, audience, audience_member_id, actor_id, link_data, created_at };
  await tx.insertInto('notifications').values(row).execute();
  if (!read || !audience_member_id) return;
  const seen = { notification_id: id, member_id: audience_member_id, read_at: created_at + MINUTE };
  await tx.insertInto('notification_reads').values(seen).execute();
}

/** Loads posts, what was said to them, who follows whom, and the news of it. */
export async function loadForum(
  tx: Executor,
  given: Load,
  members: Ids,
  resources: Ids,
): Promise<void> {
  const ids = await loadPosts(tx, given, members);
  await loadTalk(tx, given, members, ids);
  for (const notification of notifications)
    await loadNotification(tx, notification, { members, posts: ids, resources }, given.now);
}
