import { expect, test } from 'vitest';

import { addFollow, addMember } from '#demo/factories.ts';
import { MAX_FOLLOWING } from '#lib/contract/limits.ts';
import { LIMITS } from '#lib/server/forum/follows/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';

const follow = (id: string) => `${FORUM}/follow/account/${id}`;
const unfollow = (id: string) => `${FORUM}/unfollow/account/${id}`;

/** Every member's counters, and the number of rows. */
async function counted({ services: { db } }: Site) {
  const members = await db.selectFrom('members').selectAll().execute();
  const rows = await db.selectFrom('follows').selectAll().execute();
  return members.map(({ id, followers_count, following_count }) => ({
    counters: [followers_count, following_count],
    rows: [
      rows.filter(({ followed_id }) => followed_id === id).length,
      rows.filter(({ follower_id }) => follower_id === id).length,
    ],
  }));
}

test('following and unfollowing are idempotent', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const fan = await site.signedIn();
  for (let nth = 0; nth < 2; nth += 1)
    expect(await fan.post(follow(id))).toMatchObject({
      status: 200,
      body: { data: { followed: true, followers: 1 } },
    });
  for (let nth = 0; nth < 2; nth += 1)
    expect(await fan.change('PATCH', unfollow(id))).toMatchObject({
      status: 200,
      body: { data: { followed: false, followers: 0 } },
    });
  for (const { counters, rows } of await counted(site)) expect(counters).toEqual(rows);
});

test('a member cannot follow themselves, a missing member or a disabled one', async () => {
  const site = await openSite();
  const fan = await site.signedIn();
  const gone = await site.member({ disabled_at: 1 });
  for (const [method, path, missing] of [
    ['POST', follow, gone.id],
    ['PATCH', unfollow, newId()],
  ] as const) {
    const own = await fan.change(method, path(fan.member.id));
    expect(own).toMatchObject({ status: 400, body: { error: 'You can’t follow yourself.' } });
    for (const id of [newId(), missing, 'x'])
      expect(await fan.change(method, path(id))).toMatchObject({
        status: 404,
        body: { error: 'This member no longer exists.', code: 'member_not_found' },
      });
  }
});

test('counters equal the rows after 64 concurrent follows and unfollows', async () => {
  const site = await openSite();
  const members = await Promise.all(Array.from({ length: 4 }, () => site.signedIn()));
  const toggles = members.flatMap((fan) => {
    const others = members.filter((other) => other !== fan).map(({ member }) => member.id);
    return Array.from({ length: 16 }, (_, nth) => {
      const id = others[nth % 3] ?? '';
      return repeatWhileUnavailable(() =>
        nth % 5 === 0 ? fan.change('PATCH', unfollow(id)) : fan.post(follow(id)),
      );
    });
  });
  const responses = await Promise.all(toggles);
  expect(responses.map((response) => response.status)).toEqual(Array(64).fill(200));
  for (const { counters, rows } of await counted(site)) expect(counters).toEqual(rows);
});

test.each([
  ['followers', (fan: string, star: string) => [fan, star]],
  ['following', (fan: string, star: string) => [star, fan]],
] as const)('list/%s is paged by ten, newest first', async (side, pair) => {
  const site = await openSite();
  const { db } = site.services;
  const reader = await site.signedIn();
  for (let nth = 0; nth < 12; nth += 1) {
    const { id } = await site.member({ first_name: `No. ${nth}`, role: 'feed' });
    const [from = '', to = ''] = pair(id, reader.member.id);
    await addFollow(db, from, to, 1e12 + nth);
  }
  const gone = await site.member({ disabled_at: 1 });
  const [from = '', to = ''] = pair(gone.id, reader.member.id);
  await addFollow(db, from, to);
  const first = await reader.get(`${FORUM}/list/${side}`);
  expect(first.body['data'][side]).toHaveLength(10);
  expect(first.body['data'][side][0]).toEqual({
    account_id: expect.any(String),
    name: 'No. 11 Santos',
    profile_picture: null,
    account_type: 'Livestock feed producer',
  });
  const rest = await reader.get(`${FORUM}/list/${side}?cursor=${first.body['data'].nextCursor}`);
  const names = rest.body['data'][side].map(({ name }: { name: string }) => name);
  expect(names).toEqual(['No. 1 Santos', 'No. 0 Santos']);
  expect(rest.body['data'].nextCursor).toBeNull();
});

test('the lists show only the viewer’s own follows', async () => {
  const site = await openSite();
  const [a, b] = [await site.member(), await site.member()];
  await addFollow(site.services.db, a.id, b.id);
  const reader = await site.signedIn();
  expect((await reader.get(`${FORUM}/list/followers`)).body['data'].followers).toEqual([]);
  expect((await reader.get(`${FORUM}/list/following`)).body['data'].following).toEqual([]);
});

test('the 301st follow within ten minutes is rate limited', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const fan = await site.signedIn();
  for (let nth = 0; nth < 300; nth += 1)
    await site.services.limits.consume(LIMITS.follow, fan.member.id);
  expect((await fan.post(follow(id))).status).toBe(429);
});

/** Lets a member follow so many others. */
const addFollows = ({ services: { db } }: Site, followerId: string, count: number) =>
  db.transaction().execute(async (tx) => {
    for (let nth = 0; nth < count; nth += 1) {
      const { id } = await addMember(tx, { password_hash: '' });
      await addFollow(tx, followerId, id);
    }
  });

test('a member follows 1,000 others, and one more after an unfollow', async () => {
  const site = await openSite();
  const fan = await site.signedIn();
  const [last, further] = [await site.member(), await site.member()];
  await addFollows(site, fan.member.id, MAX_FOLLOWING - 1);
  for (let nth = 0; nth < 2; nth += 1) expect((await fan.post(follow(last.id))).status).toBe(200);
  expect(await fan.post(follow(further.id))).toMatchObject({
    status: 409,
    body: {
      error: 'You can follow at most 1,000 members. Unfollow someone first.',
      code: 'too_many_follows',
    },
  });
  const state = await fan.get(`${FORUM}/users/${further.id}/profile`);
  expect(state.body['data']).toMatchObject({ followed: false, followers: 0 });
  expect((await fan.change('PATCH', unfollow(last.id))).status).toBe(200);
  expect((await fan.post(follow(further.id))).status).toBe(200);
});
