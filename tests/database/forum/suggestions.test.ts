import { expect, test } from 'vitest';

import { addFollow, addPost, type MemberWithEmail } from '#demo/factories.ts';
import { recount } from '#demo/recount.ts';
import type { MemberTable } from '#lib/server/platform/db/schema.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const SUGGESTIONS = '/api/web/forum/following/suggestions';

const named = (site: Site, first_name: string, given: Partial<MemberWithEmail> = {}) =>
  site.member({ first_name, last_name: 'X', ...given });

/** Inserts follows of yesterday, and recomputes the counters. */
async function followAll({ services: { db } }: Site, pairs: [MemberTable, MemberTable][]) {
  const yesterday = Date.now() - 86_400_000;
  for (const [nth, [from, to]] of pairs.entries())
    await addFollow(db, from.id, to.id, yesterday + nth);
  await recount(db);
}

/** The names of each page. */
async function readPages(reader: Browser, limit = ''): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const { status, body } = await reader.get(`${SUGGESTIONS}?cursor=${cursor}${limit}`);
    expect(status).toBe(200);
    pages.push(body['data'].suggestions.map(({ name }: { name: string }) => name.slice(0, -2)));
    cursor = body['data'].nextCursor;
  }
  return pages;
}

test('no member is skipped when the first of each page is followed', async () => {
  const site = await openSite();
  const me = await named(site, 'Me');
  const others: MemberTable[] = [];
  for (let nth = 0; nth < 12; nth += 1) others.push(await named(site, `P${nth}`));
  const pairs = others.flatMap((from, i) =>
    others
      .filter((_, j) => i !== j && (i + j) % 3 === 0)
      .map((to): [MemberTable, MemberTable] => [from, to]),
  );
  await followAll(site, [[me, others[0] as MemberTable], ...pairs]);
  const reader = await site.signedIn(me);
  const seen: string[] = [];
  let cursor: string | null = '0';
  while (cursor !== null) {
    const { body } = await reader.get(`${SUGGESTIONS}?cursor=${cursor}`);
    const { suggestions, nextCursor } = body['data'];
    seen.push(...suggestions.map(({ account_id }: { account_id: string }) => account_id));
    await reader.post(`/api/web/forum/follow/account/${suggestions[0].account_id}`);
    cursor = nextCursor;
  }
  expect(seen.toSorted()).toEqual(
    others
      .slice(1)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('suggestions are ordered by mutual follows, then followers, then posts', async () => {
  const site = await openSite();
  const me = await named(site, 'Me');
  const [ana, ben] = [await named(site, 'Ana'), await named(site, 'Ben')];
  const [both, one, famous] = [
    await named(site, 'Both'),
    await named(site, 'One'),
    await named(site, 'Famous'),
  ];
  const [silent, busy] = [await named(site, 'Silent'), await named(site, 'Busy')];
  for (let nth = 0; nth < 2; nth += 1) await addPost(site.services.db, { author_id: busy.id });
  await followAll(site, [
    [me, ana],
    [me, ben],
    [ana, both],
    [ben, both],
    [ana, one],
    ...[both, one, silent, busy].map((fan): [MemberTable, MemberTable] => [fan, famous]),
  ]);
  const reader = await site.signedIn(me);
  expect(await readPages(reader)).toEqual([
    ['Both', 'One', 'Famous'],
    ['Busy', 'Silent'],
  ]);
  const { body } = await reader.get(SUGGESTIONS);
  expect(body['data'].suggestions[2]).toEqual({
    account_id: famous.id,
    name: 'Famous X',
    profile_picture: null,
    account_type: 'Farmer',
    followers_count: 4,
  });
});

test('the viewer, members they follow, and disabled members are not suggested', async () => {
  const site = await openSite();
  const me = await named(site, 'Me');
  const friend = await named(site, 'Friend');
  const gone = await named(site, 'Gone', { disabled_at: 1 });
  await followAll(site, [
    [me, friend],
    [friend, me],
    [friend, gone],
  ]);
  expect(await readPages(await site.signedIn(me))).toEqual([[]]);
});

test('every candidate is suggested once, for any page size', async () => {
  const site = await openSite();
  const me = await named(site, 'Me');
  const members: MemberTable[] = [];
  for (let nth = 0; nth < 23; nth += 1) members.push(await named(site, `P${nth}`));
  const pairs = members.flatMap((from, nth): [MemberTable, MemberTable][] =>
    members.filter((to, at) => to !== from && (nth * 7 + at * 3) % 5 === 0).map((to) => [from, to]),
  );
  const friends = members.slice(0, 4);
  await followAll(site, [...pairs, ...friends.map((to): [MemberTable, MemberTable] => [me, to])]);
  const reader = await site.signedIn(me);
  const candidates = members.slice(4).map(({ first_name }) => first_name);
  const whole = (await readPages(reader, '&limit=50')).flat();
  expect(whole.toSorted()).toEqual(candidates.toSorted());
  for (const limit of [1, 3, 7])
    expect((await readPages(reader, `&limit=${limit}`)).flat()).toEqual(whole);
});

test('following between two pages leaves no gap', async () => {
  const site = await openSite();
  for (let nth = 0; nth < 6; nth += 1) await named(site, `P${nth}`, { joined_at: 1e12 + nth });
  const reader = await site.signedIn(await named(site, 'Me'));
  const { body } = await reader.get(SUGGESTIONS);
  for (const { account_id } of body['data'].suggestions)
    await reader.post(`/api/web/forum/follow/account/${account_id}`);
  const next = await reader.get(`${SUGGESTIONS}?cursor=${body['data'].nextCursor}`);
  const names = next.body['data'].suggestions.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['P2 X', 'P1 X', 'P0 X']);
});

test.each(['x', '1.2.3', '1.2.3.x', '-1.0.0.0198c0de-0000-7000-8000-000000000000'])(
  'the forged cursor %j gets 400',
  async (cursor) => {
    const site = await openSite();
    const reader = await site.signedIn();
    expect((await reader.get(`${SUGGESTIONS}?cursor=${cursor}`)).status).toBe(400);
  },
);
