import { expect } from 'vitest';

import { addPost } from '#demo/factories.ts';

import { openSite, type Site } from './site.ts';

const FORUM = '/api/web/forum';

/** Every stored counter of the site with the actual number of enabled members. */
export async function readCounters({ services: { db } }: Site) {
  const members = await db.selectFrom('members').selectAll().execute();
  const [posts, follows, likes, comments] = [
    await db.selectFrom('posts').selectAll().execute(),
    await db.selectFrom('follows').selectAll().execute(),
    await db.selectFrom('likes').selectAll().execute(),
    await db.selectFrom('comments').selectAll().execute(),
  ];
  const enabled = new Set(members.filter((each) => each.disabled_at === null).map(({ id }) => id));
  const stored = members.flatMap((each) => [each.followers_count, each.following_count]);
  const actual = members.flatMap(({ id }) => [
    follows.filter((row) => row.followed_id === id && enabled.has(row.follower_id)).length,
    follows.filter((row) => row.follower_id === id && enabled.has(row.followed_id)).length,
  ]);
  for (const post of posts) {
    stored.push(post.likes_count, post.comments_count);
    for (const rows of [likes, comments])
      actual.push(
        rows.filter((row) => row.post_id === post.id && enabled.has(row.member_id)).length,
      );
  }
  return { stored, actual: actual };
}

/** Opens a site with three members who follow each other, and like and comment on each other's posts. */
export async function openConnectedMembers() {
  const site = await openSite();
  const { db } = site.services;
  const members = [await site.signedIn(), await site.signedIn(), await site.signedIn()] as const;
  for (const { member } of members) {
    const { id } = await addPost(db, { author_id: member.id });
    for (const other of members) {
      await other.post(`${FORUM}/posts/${id}/likes`);
      for (const comment of ['One', 'Two'])
        await other.post(`${FORUM}/posts/${id}/comments`, { post_id: id, comment });
      if (other.member !== member) await other.post(`${FORUM}/follow/account/${member.id}`);
    }
  }
  return { site, members };
}

/** Fails when a counter differs from the actual number. */
export async function expectCountersMatchRows(site: Site) {
  const { stored, actual } = await readCounters(site);
  expect(stored).toEqual(actual);
}
