// Three members who are in all of each other's counts.
import { expect } from 'vitest';

import { addPost } from '#demo/factories.ts';

import { openSite, type Site } from './api.ts';

const FORUM = '/api/web/forum';

/** Every count of the site, and the number of those it counts who are shown. */
export async function counts({ services: { db } }: Site) {
  const members = await db.selectFrom('members').selectAll().execute();
  const [posts, follows, likes, comments] = [
    await db.selectFrom('posts').selectAll().execute(),
    await db.selectFrom('follows').selectAll().execute(),
    await db.selectFrom('likes').selectAll().execute(),
    await db.selectFrom('comments').selectAll().execute(),
  ];
  const shown = new Set(members.filter((each) => each.disabled_at === null).map(({ id }) => id));
  const kept = members.flatMap((each) => [each.followers_count, each.following_count]);
  const true_ = members.flatMap(({ id }) => [
    follows.filter((row) => row.followed_id === id && shown.has(row.follower_id)).length,
    follows.filter((row) => row.follower_id === id && shown.has(row.followed_id)).length,
  ]);
  for (const post of posts) {
    kept.push(post.likes_count, post.comments_count);
    for (const rows of [likes, comments])
      true_.push(rows.filter((row) => row.post_id === post.id && shown.has(row.member_id)).length);
  }
  return { kept, counted: true_ };
}

/** Three members who all follow each other, like and comment on each other's posts. */
export async function openCircle() {
  const site = await openSite();
  const { db } = site.services;
  const circle = [await site.signedIn(), await site.signedIn(), await site.signedIn()] as const;
  for (const { member } of circle) {
    const { id } = await addPost(db, { author_id: member.id });
    for (const other of circle) {
      await other.post(`${FORUM}/posts/${id}/likes`);
      for (const comment of ['One', 'Two'])
        await other.post(`${FORUM}/posts/${id}/comments`, { post_id: id, comment });
      if (other.member !== member) await other.post(`${FORUM}/follow/account/${member.id}`);
    }
  }
  return { site, circle };
}

/** Fails where a count holds somebody who is not shown, or lacks somebody who is. */
export async function expectTrue(site: Site) {
  const { kept, counted } = await counts(site);
  expect(kept).toEqual(counted);
}
