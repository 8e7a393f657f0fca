// Nobody's count holds a member who is disabled, as no list does.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { disableMember, enableMember } from '#lib/server/domain/membership.ts';
import { openSite, type Site } from '#tests/support/api.ts';

const FORUM = '/api/web/forum';

/** Every count of the site, and the number of those it counts who are shown. */
async function counts({ services: { db } }: Site) {
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
async function openCircle() {
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

test('disabled twice and enabled twice, a member leaves every count once and comes back once', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, other] = circle;
  for (let nth = 0; nth < 2; nth += 1) await disableMember(site.services, member.email);
  await disableMember(site.services, other.member.email);
  const without = await counts(site);
  expect(without.kept).toEqual(without.counted);
  for (const { member: each } of [circle[0], circle[0], other])
    await enableMember(site.services, each.email);
  const after = await counts(site);
  expect(after.kept).toEqual(after.counted);
  expect(after.kept).not.toEqual(without.kept);
});

test('a disabled member can be followed no longer, and is out of the count when enabled again', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, reader, other] = circle;
  await disableMember(site.services, member.email);
  const unfollow = `${FORUM}/unfollow/account/${member.id}`;
  for (let nth = 0; nth < 2; nth += 1)
    expect(await reader.change('PATCH', unfollow)).toMatchObject({
      status: 200,
      body: { data: { followed: false } },
    });
  expect((await other.post(`${FORUM}/follow/account/${member.id}`)).status).toBe(404);
  const without = await counts(site);
  expect(without.kept).toEqual(without.counted);
  await enableMember(site.services, member.email);
  const after = await counts(site);
  expect(after.kept).toEqual(after.counted);
});
