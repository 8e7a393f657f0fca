import { expect, test } from 'vitest';

import { addLike, addPost } from '#demo/factories.ts';
import { LIMITS } from '#lib/server/forum/likes/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { repeatWhileUnavailable } from '#tests/support/site/repeat-while-unavailable.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const POSTS = '/api/web/forum/posts';

/** @returns the id of a post by another member */
async function postIn(site: Site): Promise<string> {
  const { id } = await site.member();
  return (await addPost(site.services.db, { author_id: id })).id;
}

/** The counter and the number of rows. */
async function counted({ services: { db } }: Site, id: string) {
  const post = db.selectFrom('posts').where('id', '=', id).select('likes_count');
  const rows = await db.selectFrom('likes').where('post_id', '=', id).select('id').execute();
  return { counter: (await post.executeTakeFirstOrThrow()).likes_count, rows: rows.length };
}

test('liking and unliking are idempotent', async () => {
  const site = await openSite();
  const id = await postIn(site);
  const fan = await site.signedIn();
  for (let nth = 0; nth < 2; nth += 1) {
    const { status, body } = await fan.post(`${POSTS}/${id}/likes`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { likes: 1, is_liked: true } });
  }
  expect((await fan.get(`${POSTS}/${id}`)).body['data']).toMatchObject({
    likes: 1,
    is_liked: true,
  });
  for (let nth = 0; nth < 2; nth += 1) {
    const { status, body } = await fan.post(`${POSTS}/${id}/unlike`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { likes: 0, is_liked: false } });
  }
  expect(await counted(site, id)).toEqual({ counter: 0, rows: 0 });
});

test('likes are listed newest first, with the accounts of those who like', async () => {
  const site = await openSite();
  const id = await postIn(site);
  const [first, second] = [
    await site.member({ first_name: 'Ana' }),
    await site.member({ first_name: 'Jun' }),
  ];
  const [ana, jun] = [await site.signedIn(first), await site.signedIn(second)];
  await ana.post(`${POSTS}/${id}/likes`);
  await jun.post(`${POSTS}/${id}/likes`);
  const { body } = await ana.get(`${POSTS}/${id}/likes`);
  expect(body['data']).toEqual({
    likes_count: 2,
    likes: [
      { account_id: second.id, name: 'Jun Santos', profile_picture: null, account_type: 'Farmer' },
      { account_id: first.id, name: 'Ana Santos', profile_picture: null, account_type: 'Farmer' },
    ],
    nextCursor: null,
  });
});

test('likes are paged', async () => {
  const site = await openSite();
  const id = await postIn(site);
  for (let nth = 0; nth < 5; nth += 1) {
    const fan = await site.member({ first_name: `Fan ${nth}` });
    await addLike(site.services.db, id, fan.id, 1e12 + nth);
  }
  const reader = await site.signedIn();
  const listed: string[] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const { body } = await reader.get(`${POSTS}/${id}/likes?limit=2&cursor=${cursor}`);
    listed.push(...body['data'].likes.map(({ name }: { name: string }) => name));
    cursor = body['data'].nextCursor;
  }
  expect(listed).toEqual([4, 3, 2, 1, 0].map((nth) => `Fan ${nth} Santos`));
});

test('the counter equals the rows after 64 concurrent likes and unlikes', async () => {
  const site = await openSite();
  const id = await postIn(site);
  const fans = await Promise.all(Array.from({ length: 8 }, () => site.signedIn()));
  const toggles = fans.flatMap((fan) =>
    Array.from({ length: 8 }, (_, nth) =>
      repeatWhileUnavailable(() =>
        fan.post(`${POSTS}/${id}/${nth % 3 === 1 ? 'unlike' : 'likes'}`),
      ),
    ),
  );
  const responses = await Promise.all(toggles);
  expect(responses.map((response) => response.status)).toEqual(Array(64).fill(200));
  const { counter, rows } = await counted(site, id);
  expect(counter).toBe(rows);
});

test('64 concurrent likes by one member count once', async () => {
  const site = await openSite();
  const id = await postIn(site);
  const fan = await site.signedIn();
  const forget = () => site.services.limits.forget(fan.member.id);
  const like = () => repeatWhileUnavailable(() => fan.post(`${POSTS}/${id}/likes`), forget);
  await Promise.all(Array.from({ length: 64 }, like));
  expect(await counted(site, id)).toEqual({ counter: 1, rows: 1 });
});

test('a missing or hidden post cannot be liked', async () => {
  const site = await openSite();
  const hidden = await site.member({ disabled_at: 1 });
  const { id } = await addPost(site.services.db, { author_id: hidden.id });
  const fan = await site.signedIn();
  for (const each of [newId(), id, 'x'])
    for (const verb of ['likes', 'unlike']) {
      const { status, body } = await fan.post(`${POSTS}/${each}/${verb}`);
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: 'This post no longer exists.', code: 'post_not_found' },
      });
    }
  expect((await fan.get(`${POSTS}/${newId()}/likes`)).status).toBe(404);
});

test('the 601st like within ten minutes is rate limited', async () => {
  const site = await openSite();
  const id = await postIn(site);
  const fan = await site.signedIn();
  const { limits } = site.services;
  for (let nth = 0; nth < 600; nth += 1) await limits.consume(LIMITS.like, fan.member.id);
  expect((await fan.post(`${POSTS}/${id}/likes`)).status).toBe(429);
});
