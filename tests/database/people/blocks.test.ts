// Tests what a block hides, ends and leaves.
import { expect, test } from 'vitest';

import { newId } from '#lib/server/platform/new-id.ts';
import {
  acquaint,
  type Acquaintances,
  block,
  BLOCKS,
  callsAbout,
  named,
  tracesOf,
  unblock,
} from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import { APPOINTMENTS } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { findIn } from '#tests/support/site/scan-calls.ts';
import { openSite } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';
const follow = (id: string) => `${FORUM}/follow/account/${id}`;

/** The calls that show each of the two members to the other. */
async function meetings(stage: Acquaintances): Promise<string[][]> {
  const { site, ana, ben } = stage;
  // The number of reads is limited.
  site.advanceClock(60_000);
  const calls = callsAbout(stage);
  const ofBen = await findIn(ana, calls, tracesOf(ben));
  return [ofBen, await findIn(ben, calls, tracesOf(ana))];
}

test('no call of either shows the other, and all do after the unblock', async () => {
  const stage = await acquaint(await openSite());
  const { ana, ben, host } = stage;
  const before = await meetings(stage);
  for (const found of before) expect(found.length).toBeGreaterThan(12);
  const seenByHost = await findIn(host, callsAbout(stage), [...tracesOf(ana), ...tracesOf(ben)]);

  expect(await block(ana, ben)).toMatchObject({
    status: 200,
    body: { data: { is_blocked: true } },
  });
  expect(await meetings(stage)).toEqual([[], []]);
  expect(await findIn(host, callsAbout(stage), [...tracesOf(ana), ...tracesOf(ben)])).toEqual(
    seenByHost,
  );

  expect(await unblock(ana, ben)).toMatchObject({ body: { data: { is_blocked: false } } });
  // Follows stay ended, so both are suggested again; all else is restored.
  const followLists = ['/list/followers', '/list/following', '/following/suggestions'];
  const others = (calls: string[]) =>
    calls.filter((call) => !followLists.some((list) => call.endsWith(list)));
  expect((await meetings(stage)).map(others)).toEqual(before.map(others));
});

test('neither can act on the other, who seems not to exist', async () => {
  const site = await openSite();
  const { ana, ben, posts } = await acquaint(site);
  await block(ana, ben);
  const attempts = (
    id: string,
    postId: string,
  ): [method: string, path: string, body?: object][] => [
    ['POST', follow(id)],
    ['PATCH', `${FORUM}/unfollow/account/${id}`],
    ['POST', `${POSTS}/${postId}/likes`],
    ['POST', `${POSTS}/${postId}/unlike`],
    ['POST', `${POSTS}/${postId}/comments`, { comment: 'Hello?' }],
    ['PUT', `${POSTS}/${postId}/mute`],
    ['POST', `${POSTS}/${postId}/report`, { report_desc: 'Spam.' }],
    ['POST', APPOINTMENTS, { subject: 'amount', post_id: postId, day: dayAfter(site, 1) }],
  ];
  for (const [browser, id, postId] of [
    [ana, ben.member.id, posts.ben],
    [ben, ana.member.id, posts.ana],
  ] as const)
    for (const [method, path, body] of attempts(id, postId)) {
      const { status } = await browser.change(method, path, body);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
  // The blocked member is not notified, and cannot block in return.
  expect(await block(ben, ana)).toMatchObject({ status: 404, body: { code: 'member_not_found' } });
});

test('follows end in both directions, and the counters are right', async () => {
  const site = await openSite();
  const { ana, ben, host } = await acquaint(site);
  await host.post(follow(ana.member.id));
  await block(ana, ben);
  const { db } = site.services;
  expect(await db.selectFrom('follows').select('follower_id').execute()).toEqual([
    { follower_id: host.member.id },
  ]);
  const profile = await host.get(`${FORUM}/users/${ana.member.id}/profile`);
  expect(profile.body['data']).toMatchObject({ followers: 1, following: 0 });
  const other = await host.get(`${FORUM}/users/${ben.member.id}/profile`);
  expect(other.body['data']).toMatchObject({ followers: 0, following: 0 });
});

test('a member lists their own blocks, newest first, in pages', async () => {
  const site = await openSite();
  const [ana, ben, cora] = [
    await named(site, 'Ana'),
    await named(site, 'Ben'),
    await named(site, 'Cora'),
  ];
  for (const other of [ben, cora]) await block(ana, other);
  const { body } = await ana.get(`${BLOCKS}?limit=1`);
  expect(body['data'].blocks).toEqual([
    {
      account_id: cora.member.id,
      name: 'Cora Santos',
      profile_picture: null,
      account_type: 'Farmer',
      blocked_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  const next = await ana.get(`${BLOCKS}?cursor=${body['data'].nextCursor}`);
  expect(next.body['data']).toMatchObject({ blocks: [{ name: 'Ben Santos' }], nextCursor: null });
  expect((await ben.get(BLOCKS)).body['data']).toEqual({ blocks: [], nextCursor: null });
});

test('repeated and concurrent blocks and unblocks change nothing more', async () => {
  const site = await openSite();
  const [ana, ben] = [await named(site, 'Ana'), await named(site, 'Ben')];
  const blocked = await Promise.all(Array.from({ length: 8 }, () => block(ana, ben)));
  expect(new Set(blocked.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ana.get(BLOCKS)).body['data'].blocks).toHaveLength(1);
  for (const _ of ['once', 'again'])
    expect(await unblock(ana, ben)).toMatchObject({ status: 200, body: { data: {} } });
  expect((await ana.get(BLOCKS)).body['data'].blocks).toEqual([]);
});

test('a member cannot block themselves, staff, or an unknown member', async () => {
  const site = await openSite();
  const ana = await named(site, 'Ana');
  const staff = await site.member({ role: 'staff' });
  const gone = await site.member({ disabled_at: 1 });
  for (const [id, status, code] of [
    [ana.member.id, 400, 'self_block'],
    [staff.id, 403, 'staff_not_blockable'],
    [gone.id, 404, 'member_not_found'],
    [newId(), 404, 'member_not_found'],
    ['x', 404, 'member_not_found'],
  ] as const)
    expect(await ana.post(`${BLOCKS}/${id}`)).toMatchObject({ status, body: { code } });
  expect((await ana.get(BLOCKS)).body['data'].blocks).toEqual([]);
});

test('a follow concurrent with a block ends with it', async () => {
  const site = await openSite();
  for (let round = 0; round < 8; round += 1) {
    const [ana, ben] = [await named(site, 'Ana'), await named(site, 'Ben')];
    await Promise.all([
      ben.post(follow(ana.member.id)),
      block(ana, ben),
      ana.post(follow(ben.member.id)),
    ]);
    const { db } = site.services;
    expect(await db.selectFrom('follows').selectAll().execute()).toEqual([]);
    const counts = db.selectFrom('members').where('followers_count', '<>', 0).select('id');
    expect(await counts.execute()).toEqual([]);
  }
});
