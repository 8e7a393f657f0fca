import { expect, test } from 'vitest';

import { addFollow, addPost } from '#demo/factories.ts';
import { recount } from '#demo/recount.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { openSite } from '#tests/support/site/site.ts';

const USERS = '/api/web/forum/users';

test('a profile has counts, and whether the viewer follows the member', async () => {
  const site = await openSite();
  const { db } = site.services;
  const jun = await site.member({ first_name: 'Jun', last_name: 'Reyes', role: 'processor' });
  const reader = await site.signedIn();
  for (let nth = 0; nth < 3; nth += 1) await addPost(db, { author_id: jun.id });
  await addFollow(db, reader.member.id, jun.id);
  await addFollow(db, (await site.member()).id, jun.id);
  await addFollow(db, jun.id, reader.member.id);
  await recount(db);
  const { status, body } = await reader.get(`${USERS}/${jun.id}/profile`);
  expect(status).toBe(200);
  expect(body['data']).toEqual({
    account_id: jun.id,
    name: 'Jun Reyes',
    profile_picture: null,
    account_type: 'Bio-waste processor',
    followers: 2,
    following: 1,
    post_count: 3,
    followed: true,
    own_account: false,
  });
  const own = await reader.get(`${USERS}/${reader.member.id}/profile`);
  expect(own.body['data']).toMatchObject({ own_account: true, followed: false, followers: 1 });
});

test('a member’s posts are paged by two, and exclude others', async () => {
  const site = await openSite();
  const [jun, ana] = [await site.member(), await site.member()];
  const made: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const at = { created_at: 1e12 + nth };
    made.push((await addPost(site.services.db, { author_id: jun.id, ...at })).id);
    await addPost(site.services.db, { author_id: ana.id, ...at });
  }
  const reader = await site.signedIn();
  const pages: string[][] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const { body } = await reader.get(`${USERS}/${jun.id}?cursor=${cursor}`);
    pages.push(body['data'].posts.map(({ post_id }: { post_id: string }) => post_id));
    cursor = body['data'].nextCursor;
  }
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(pages.flat()).toEqual(made.toReversed());
});

test('a missing or disabled member has no profile and no posts', async () => {
  const site = await openSite();
  const gone = await site.member({ disabled_at: 1 });
  const reader = await site.signedIn();
  for (const id of [gone.id, newId(), 'x'])
    for (const path of [`${USERS}/${id}`, `${USERS}/${id}/profile`])
      expect(await reader.get(path)).toMatchObject({
        status: 404,
        body: { error: 'This member no longer exists.', code: 'member_not_found' },
      });
});

test('a public profile contains no private data', async () => {
  const site = await openSite();
  const jun = await site.member({ contact_phone: '09171234567', birthdate: '1976-05-04' });
  const { body } = await (await site.signedIn()).get(`${USERS}/${jun.id}/profile`);
  expect(JSON.stringify(body)).not.toMatch(/09171234567|1976|glean\.example|argon2|Luz/);
});
