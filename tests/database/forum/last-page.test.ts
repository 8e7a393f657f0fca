// A page that holds exactly the last rows of a list has no cursor to an empty page.
import { expect, test } from 'vitest';

import {
  addComment,
  addFollow,
  addLike,
  addMember,
  addPost,
  addResource,
} from '#demo/factories.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import {
  bearer,
  insertNotification,
  NOTIFICATIONS,
} from '#tests/support/nouns/notification-requests.ts';
import { type MemberBrowser, openSite, type Site } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';
const LIMIT = 3;
const nths = Array.from({ length: LIMIT }, (_, nth) => nth);

/** Inserts rows for a reader. Returns the path of the list that contains exactly these rows. */
type Arrange = (site: Site, reader: MemberBrowser) => Promise<string>;

const addMembers = async (db: Db) => {
  const ids: string[] = [];
  for (const nth of nths) {
    const name = { first_name: 'Dario', last_name: `Pascual${'x'.repeat(nth)}` };
    ids.push((await addMember(db, { password_hash: '', ...name })).id);
  }
  return ids;
};

const addPosts = async (db: Db, author_id: string) => {
  for (const nth of nths) await addPost(db, { author_id, created_at: 1e12 + nth });
};

const LISTS: Record<string, Arrange> = {
  posts: async ({ services: { db } }, { member }) => {
    await addPosts(db, member.id);
    return FORUM;
  },
  'own posts': async ({ services: { db } }, { member }) => {
    await addPosts(db, member.id);
    return `${FORUM}/discussions`;
  },
  'a member’s posts': async (site) => {
    const { id } = await site.member();
    await addPosts(site.services.db, id);
    return `${FORUM}/users/${id}`;
  },
  comments: async ({ services: { db } }, { member }) => {
    const { id } = await addPost(db, { author_id: member.id });
    for (const nth of nths) await addComment(db, id, member.id, `No. ${nth}`, 1e12 + nth);
    return `${FORUM}/posts/${id}/comments`;
  },
  likes: async ({ services: { db } }, { member }) => {
    const { id } = await addPost(db, { author_id: member.id });
    for (const fan of await addMembers(db)) await addLike(db, id, fan);
    return `${FORUM}/posts/${id}/likes`;
  },
  followers: async ({ services: { db } }, { member }) => {
    for (const id of await addMembers(db)) await addFollow(db, id, member.id);
    return `${FORUM}/list/followers`;
  },
  following: async ({ services: { db } }, { member }) => {
    for (const id of await addMembers(db)) await addFollow(db, member.id, id);
    return `${FORUM}/list/following`;
  },
  suggestions: async ({ services: { db } }) => {
    await addMembers(db);
    return `${FORUM}/following/suggestions`;
  },
  notifications: async (site, { member }) => {
    for (const _ of nths) await insertNotification(site, { audience_member_id: member.id });
    return NOTIFICATIONS;
  },
  'found members': async ({ services: { db } }) => {
    await addMembers(db);
    return `${FORUM}/explore/look/account/posts?search=dario`;
  },
  'found posts': async ({ services: { db } }, { member }) => {
    await addPosts(db, member.id);
    return `${FORUM}/explore/look/account/posts?search=straw`;
  },
  resources: async ({ services: { db } }) => {
    for (const nth of nths) await addResource(db, { published_at: 1e12 + nth });
    return '/api/web/eduhub';
  },
  'found resources': async ({ services: { db } }) => {
    for (const _ of nths) await addResource(db, { title: 'Straw' });
    return '/api/web/eduhub?search=straw';
  },
};

/** @returns the number of rows in a response, and its cursor */
async function readPage(reader: MemberBrowser, path: string, limit: number) {
  const url = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  const { status, body } = await reader.get(url, await bearer(reader));
  expect(status).toBe(200);
  const data: Record<string, unknown> = body['data'];
  const rows = Object.values(data).filter((value) => Array.isArray(value));
  return { count: rows.flat().length, cursor: data['nextCursor'] ?? data['next_cursor'] ?? null };
}

test.each(Object.entries(LISTS))(
  'the last page of %s has no cursor when it is full',
  async (_, arrange) => {
    const site = await openSite();
    const reader = await site.signedIn();
    const path = await arrange(site, reader);
    expect(await readPage(reader, path, LIMIT)).toEqual({ count: LIMIT, cursor: null });
    expect(await readPage(reader, path, LIMIT - 1)).toEqual({
      count: LIMIT - 1,
      cursor: expect.any(String),
    });
  },
);
