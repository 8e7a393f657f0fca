import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';
import {
  names,
  readAllPages,
  searchUrl,
  openSiteWithPosts,
  titles,
} from '#tests/support/nouns/search.ts';
import { openSite } from '#tests/support/site/site.ts';

test('members and posts are found together, each with its type', async () => {
  const { site, reader } = await openSiteWithPosts('Zenaida has rice straw');
  const { body } = await reader.get(searchUrl('zenaida'));
  const { db } = site.services;
  const { id } = await db
    .selectFrom('members')
    .where('first_name', '=', 'Zenaida')
    .select('id')
    .executeTakeFirstOrThrow();
  const account = { type: 'account', accountId: id, name: 'Zenaida Quibol' };
  expect(body['data'].accounts).toEqual([
    { ...account, profilePicture: null, accountType: 'Farmer' },
  ]);
  expect(body['data'].posts).toEqual([
    expect.objectContaining({ type: 'post', title: 'Zenaida has rice straw', post_owner: false }),
  ]);
  expect(body['data'].nextCursor).toBeNull();
});

test('a post is found with its images in their order', async () => {
  const site = await openSite();
  const { id: author_id } = await site.member();
  const { db } = site.services;
  const { id: post_id } = await addPost(db, { author_id, title: 'Zebu' });
  const keys = Array.from({ length: 3 }, () => createImageKey(8, 8));
  // Neither in the order of their positions nor its reverse.
  for (const position of [1, 2, 0]) {
    const image_key = keys[position] ?? '';
    await db.insertInto('attachments').values({ post_id, position, image_key }).execute();
  }
  const { body } = await (await site.signedIn()).get(searchUrl('zebu'));
  const [post] = body['data'].posts;
  const found = JSON.stringify(post.attachments);
  const places = keys.map((key) => found.indexOf(key));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test.each([
  ['words in another order', 'straw rice'],
  ['beginnings of words', 'ri str'],
  ['capitals', 'RICE'],
  ['additional accents', 'ríce'],
  ['punctuation between the words', '"rice" -- (straw*)'],
])('%s find a post', async (_, search) => {
  const { reader } = await openSiteWithPosts('Rice straw, dry', 'Corn cobs');
  const { posts } = await readAllPages(reader, search);
  expect(titles(posts)).toEqual(['Rice straw, dry']);
});

test.each(['pina', 'piña', 'PIÑA', 'pin\u0303a'])(
  '%j finds piña, however it is encoded',
  async (search) => {
    const { reader } = await openSiteWithPosts('Piña leaves', 'Pin\u0303a tops', 'Pinya');
    const { posts } = await readAllPages(reader, search);
    expect(titles(posts)).toEqual(['Pin\u0303a tops', 'Piña leaves']);
  },
);

test.each([
  ['straws', 'Rice straw'],
  ['hulls', 'A hull of rice'],
  ['banana stems', 'Stem of a banana'],
  ['silages', 'Silage for goats'],
  ['tomato', 'Tomatoes, ripe'],
  ['tomatoes', 'One tomato'],
  ['berry', 'Berries'],
  ['berries', 'Berry juice'],
  ['leaves', 'A leaf'],
  ['leaf', 'Leaves of malunggay'],
  ['carbonized', 'Carbonised rice hull'],
  ['carbonised', 'Carbonized rice hull'],
  ['fiber', 'Coconut fibres'],
  ['fibres', 'Coconut fiber'],
  ['colors', 'Any colour'],
  ['moldy', 'Mouldy corn'],
  ['tyres', 'A tire'],
  ['plough', 'Plowed'],
  ['strow', 'Rice straw'],
  ['rice strow', 'Rice straw'],
  ['chiken', 'Chicken manure'],
  ['cocunut husks', 'Coconut husk'],
  ['strwa', 'Rice straw'],
  ['sttraw', 'Rice straw'],
])('%s finds “%s”', async (search, title) => {
  const { reader } = await openSiteWithPosts('Mango seedlings', title);
  expect(titles((await readAllPages(reader, search)).posts)).toEqual([title]);
});

test.each([
  ['rise', 'too short a word for a wrong letter'],
  ['strooo', 'two wrong letters'],
  ['grass', 'no plural'],
])('%s finds nothing: %s', async (search) => {
  const { reader } = await openSiteWithPosts('Rice straw', 'Gra');
  expect((await readAllPages(reader, search)).posts).toEqual([]);
});

test('exact results are not mixed with corrections, and corrections have pages', async () => {
  const sites = ['Straw 1', 'Straw 2', 'Straw 3', 'Straw 4', 'Straw 5', 'Stray goat'];
  const { reader } = await openSiteWithPosts(...sites);
  expect(titles((await readAllPages(reader, 'stray')).posts)).toEqual(['Stray goat']);
  const found = await readAllPages(reader, 'stiaw');
  expect(titles(found.posts)).toEqual(['Straw 5', 'Straw 4', 'Straw 3', 'Straw 2', 'Straw 1']);
  expect(found.pages).toBe(3);
});

test('a changed post is found by its new text with a wrong letter', async () => {
  const { site, reader } = await openSiteWithPosts('Rice straw');
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  const words = { title: 'Pineapple tops', description: '-' };
  await owner.change('PATCH', `/api/web/forum/posts/${id}`, words);
  expect(titles((await readAllPages(reader, 'pinapple')).posts)).toEqual(['Pineapple tops']);
});

test('the description is searched, and every word must match', async () => {
  const { site, reader } = await openSiteWithPosts('Rice straw');
  const { id } = await site.member();
  const more = { title: 'Straw', description: 'From the rice mill in Muñoz.' };
  await addPost(site.services.db, { author_id: id, created_at: 2e12, ...more });
  expect(titles((await readAllPages(reader, 'rice')).posts)).toEqual(['Straw', 'Rice straw']);
  expect(titles((await readAllPages(reader, 'rice munoz')).posts)).toEqual(['Straw']);
  expect(titles((await readAllPages(reader, 'rice munoz mill')).posts)).toEqual(['Straw']);
});

test('long words with a common prefix are distinguished', async () => {
  const { reader } = await openSiteWithPosts('Carbonisationplan one', 'Carbonisationplot two');
  const { posts } = await readAllPages(reader, 'carbonisationplo');
  expect(titles(posts)).toEqual(['Carbonisationplot two']);
});

test('results are paged by two of each, newest first, without gaps while posts are added', async () => {
  const { site, reader } = await openSiteWithPosts(
    ...Array.from({ length: 7 }, (_, nth) => `Husk ${nth}`),
  );
  const { id } = await site.member({ first_name: 'Husk', last_name: 'One', joined_at: 1e12 });
  await site.member({ first_name: 'Husk', last_name: 'Two', joined_at: 1e12 + 1 });
  await site.member({ first_name: 'Huskk', last_name: 'Three', joined_at: 1e12 + 2 });
  await site.member({ first_name: 'Hus', last_name: 'Near', joined_at: 1e12 + 3 });
  const first = await reader.get(searchUrl('husk'));
  expect(names(first.body['data'].accounts)).toEqual(['Huskk Three', 'Husk Two']);
  expect(titles(first.body['data'].posts)).toEqual(['Husk 6', 'Husk 5']);
  await addPost(site.services.db, { author_id: id, title: 'Husk new' });
  const second = await reader.get(searchUrl('husk', `&cursor=${first.body['data'].nextCursor}`));
  expect(names(second.body['data'].accounts)).toEqual(['Husk One', 'Hus Near']);
  expect(titles(second.body['data'].posts)).toEqual(['Husk 4', 'Husk 3']);
  const third = await reader.get(searchUrl('husk', `&cursor=${second.body['data'].nextCursor}`));
  expect(third.body['data'].accounts).toEqual([]);
  expect(titles(third.body['data'].posts)).toEqual(['Husk 2', 'Husk 1']);
});

test('the next page works after the last post of a page is deleted', async () => {
  const { site, reader } = await openSiteWithPosts('Husk 0', 'Husk 1', 'Husk 2', 'Husk 3');
  const { body } = await reader.get(searchUrl('husk'));
  const last = body['data'].posts.at(-1).post_id;
  await site.services.db.deleteFrom('posts').where('id', '=', last).execute();
  const next = await reader.get(searchUrl('husk', `&cursor=${body['data'].nextCursor}`));
  expect(titles(next.body['data'].posts)).toEqual(['Husk 1', 'Husk 0']);
});

test('disabled members, their posts, and private fields are not found', async () => {
  const site = await openSite();
  const gone = await site.member({ first_name: 'Gone', last_name: 'Away', disabled_at: 1 });
  await addPost(site.services.db, { author_id: gone.id, title: 'Gone husk' });
  await site.member({ middle_name: 'Hidden', email: 'hidden@glean.example' });
  const reader = await site.signedIn();
  for (const search of ['gone', 'husk', 'hidden', 'example'])
    expect(await readAllPages(reader, search)).toMatchObject({ accounts: [], posts: [] });
});

test.each(['x', '~x', '2.~', '0.x~', "~'", '0.0198c0de-0000-7000-8000-000000000000'])(
  'the forged cursor %j gets 400',
  async (cursor) => {
    const { reader } = await openSiteWithPosts();
    const { status } = await reader.get(searchUrl('rice', `&cursor=${encodeURIComponent(cursor)}`));
    expect(status).toBe(400);
  },
);

test('the 301st search within a minute is rate limited', async () => {
  const { reader } = await openSiteWithPosts();
  for (let nth = 0; nth < 300; nth += 1) expect((await reader.get(searchUrl(''))).status).toBe(200);
  const { status, headers } = await reader.get(searchUrl(''));
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
});
