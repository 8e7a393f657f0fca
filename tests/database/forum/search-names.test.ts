import { expect, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import type { ListingTable } from '#lib/server/platform/db/schema.ts';
import { publishListing } from '#tests/support/nouns/listings.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSiteWithPosts, readAllPages, searchUrl, titles } from '#tests/support/nouns/search.ts';
import type { Site } from '#tests/support/site/site.ts';

const GUIMBA = '0304911000';
const BALIWAG = '0301403000';

type Listing = Partial<ListingTable>;

/** Adds posts with a listing, the last one the newest. */
async function addListed({ services, member }: Site, all: Record<string, Listing>): Promise<void> {
  const { id: author_id } = await member();
  for (const [nth, [title, listing]] of Object.entries(all).entries()) {
    const created_at = 1.1e12 + nth;
    const post = await addPost(services.db, { author_id, title, description: '-', created_at });
    await addListing(services.db, { post_id: post.id, ...listing });
  }
}

test.each([
  ['dayami', 'Dry straw'],
  ['rice straw', 'Garami'],
  ['garami', 'Dayami'],
  ['straw', 'Dayaming tuyo'],
  ['libreng bunot', 'Free coconut husks'],
  ['coco husk', 'Bunot'],
  ['corn cobs', 'Busal ng mais'],
  ['takla manuk', 'Chicken manure'],
  ['dumi ng manok', 'Poultry manure, dry'],
  ['kamatis', 'Ripe tomatoes'],
  ['bisukol', 'Golden kuhol'],
  ['dayame', 'Rice straw'],
])('%s finds “%s”', async (search, title) => {
  const { reader } = await openSiteWithPosts('Seedlings', 'Branches', title, 'Peanuts');
  expect(titles((await readAllPages(reader, search)).posts)).toEqual([title]);
});

test('a longer name does not match a shorter one, and a kind does not match all of its material', async () => {
  const { reader } = await openSiteWithPosts('Rice husk', 'Coconut husk', 'Squash', 'Tomato');
  expect(titles((await readAllPages(reader, 'bunot')).posts)).toEqual(['Coconut husk']);
  expect(titles((await readAllPages(reader, 'kalabasa')).posts)).toEqual(['Squash']);
  expect(titles((await readAllPages(reader, 'gulay')).posts)).toEqual(['Tomato', 'Squash']);
});

test.each([
  ['guimba', ['Offer']],
  ['straw guimba', ['Offer']],
  ['straw nueva ecija', ['Offer']],
  ['straw Baliuag', ['Bedding wanted']],
  ['straw City of Baliwag', ['Bedding wanted']],
  ['bulacan', ['Bedding wanted']],
])('%s finds the posts whose listing is there: %j', async (search, expected) => {
  const { site, reader } = await openSiteWithPosts('Straw somewhere');
  await addListed(site, { Offer: { town: GUIMBA }, 'Bedding wanted': { town: BALIWAG } });
  expect(titles((await readAllPages(reader, search)).posts)).toEqual(expected);
});

test('a listing is found by its current text, and not after its deletion', async () => {
  const { site } = await openSiteWithPosts();
  const owner = await site.signedIn();
  const { post, path } = await publishListing(owner, { material: 'coconut-husk', town: GUIMBA });
  const find = async (search: string) =>
    (await owner.get(searchUrl(search))).body['data'].posts.length;
  expect([await find('bunot guimba'), await find('cobs baliwag')]).toEqual([1, 0]);
  await owner.change('PUT', `/${path.replace(/^\//, '')}`, {
    kind: 'offer',
    material: 'corn-cobs',
    town: BALIWAG,
  });
  expect([await find('bunot'), await find('cobs baliwag')]).toEqual([0, 1]);
  const text = { title: 'Zebu', description: '-' };
  await owner.change('PATCH', `${POSTS}/${post.post_id}`, text);
  expect([await find('zebu'), await find('zebu busal baliwag')]).toEqual([1, 1]);
  await owner.change('DELETE', path);
  expect([await find('zebu'), await find('busal'), await find('baliwag')]).toEqual([1, 0, 0]);
});

test('open listings of the material come first, unavailable ones last, across pages', async () => {
  const { site, reader } = await openSiteWithPosts('Straw 1', 'Straw 2');
  await addListed(site, {
    'Straw open': {},
    'Straw promised': { status: 'promised' },
    'Straw gone': { status: 'gone' },
    'Straw over': { status: 'expired' },
    'Straw withdrawn': { status: 'withdrawn' },
    'Manure for straw': { material: 'cattle-manure' },
  });
  const expected = [
    'Straw promised',
    'Straw open',
    'Manure for straw',
    'Straw 2',
    'Straw 1',
    'Straw withdrawn',
    'Straw over',
    'Straw gone',
  ];
  for (const limit of [1, 3, 50])
    expect(titles((await readAllPages(reader, 'dayami', limit)).posts)).toEqual(expected);
});

test('a reopened listing is among the open ones', async () => {
  const { site } = await openSiteWithPosts();
  const owner = await site.signedIn();
  const { post, path } = await publishListing(owner);
  const { post: newer } = await publishListing(owner);
  const find = async () =>
    (await owner.get(searchUrl('dayami'))).body['data'].posts.map(
      ({ post_id }: { post_id: string }) => post_id,
    );
  await owner.change('POST', `${path.replace(post.post_id, newer.post_id)}/status`, {
    status: 'gone',
  });
  expect(await find()).toEqual([post.post_id, newer.post_id]);
  await owner.change('POST', `${path.replace(post.post_id, newer.post_id)}/status`, {
    status: 'open',
  });
  expect(await find()).toEqual([newer.post_id, post.post_id]);
});

test.each(['~3.ID', '~-1.ID', '~ID', '~0.x'])('the forged cursor %s gets 400', async (cursor) => {
  const { reader } = await openSiteWithPosts();
  const forged = cursor.replace('ID', '0198c0de-0000-7000-8000-000000000000');
  expect((await reader.get(searchUrl('straw', `&cursor=${forged}`))).status).toBe(400);
});
