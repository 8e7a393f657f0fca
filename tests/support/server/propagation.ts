import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { addMember } from '#demo/factories.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';

import type { Pair } from './cluster-checks.ts';
import { insertSession } from './insert-session.ts';
import { ServerClient } from './server-client.ts';
import { originOf } from './server-process.ts';

const EXPLORE = '/forums/explore';
const LONGEST_MS = 10_000;
const POLL_MS = 5;

/** Milliseconds from the response to a write on A until B has it. */
export interface Propagation {
  feed: number;
  /** in the guests' page that B had cached */
  page: number;
  /** in the badge of unread notifications */
  badge: number;
}

/** Milliseconds since `start` until the check passes, or infinity. */
async function timeUntil(start: number, holds: () => Promise<boolean>): Promise<number> {
  while (performance.now() - start < LONGEST_MS) {
    if (await holds()) return Math.round(performance.now() - start);
    await pause(POLL_MS);
  }
  return Number.POSITIVE_INFINITY;
}

async function hasUnread(client: ServerClient, authorization: string): Promise<boolean> {
  const response = await client.get('/api/web/notification', { authorization });
  const { data } = (await response.json()) as { data: { has_unread: boolean } };
  return data.has_unread;
}

/** A member, and a follower who has read everything. */
async function addFollowed({ database: { db } }: Pair) {
  const [author, follower] = [
    await addMember(db, { password_hash: 'none' }),
    await addMember(db, { password_hash: 'none' }),
  ];
  const created_at = Date.now() - 1000;
  const [follower_id, followed_id] = [follower.id, author.id];
  await db
    .insertInto('follows')
    .values({ id: newId(), follower_id, followed_id, created_at })
    .execute();
  return {
    author: await insertSession(db, author.id),
    reader: await insertSession(db, follower.id),
  };
}

/** Publishes a post on A, and measures when B has it. */
export async function measurePropagation(pair: Pair): Promise<Propagation> {
  const { author, reader } = await addFollowed(pair);
  const onB = new ServerClient(pair.b, reader);
  const { token } = (await (await onB.get('/api/token/access')).json()) as { token: string };
  const readPage = async () => (await fetch(originOf(pair.b) + EXPLORE)).text();
  // The second one comes from the cache.
  await readPage();
  await readPage();
  const title = `Straw ${randomUUID()}`;
  await new ServerClient(pair.a, author).post(POSTS, postForm([], { title }));
  const start = performance.now();
  const [feed, page, badge] = await Promise.all([
    timeUntil(start, async () =>
      (await (await onB.get('/api/web/forum?limit=5')).text()).includes(title),
    ),
    timeUntil(start, async () => (await readPage()).includes(title)),
    timeUntil(start, () => hasUnread(onB, `Bearer ${token}`)),
  ]);
  return { feed, page, badge };
}
