import { expect, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { dayAfter, LEAST, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const FORUM = '/api/web/forum';
const DAY = 86_400_000;
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;

/** Every field of a listing. */
const whole = (site: Site) => ({
  kind: 'need',
  material: 'corn-cobs',
  amount: 120,
  unit: 'sack',
  condition: 'dry',
  terms: 'price',
  price_centavos: 2550,
  town: '0304901000',
  barangay: 'Purok 2, San Isidro',
  ready_on: dayAfter(site, 2),
  until: dayAfter(site, 60),
  truck_access: true,
  loading_help: true,
});

test('a post has its listing in every list, and guests do not see the barangay', async () => {
  const site = await openSite();
  const [owner, other] = [await site.signedIn(), await site.signedIn()];
  const { post } = await publishListing(owner, whole(site));
  const listing = {
    ...whole(site),
    amount_left: 120,
    repeat: null,
    status: 'open',
    facts: [
      'Needed',
      'Corn cobs',
      '120 sacks',
      'dry',
      '₱25.50 a sack',
      'Aliaga',
      expect.stringMatching(/^ready \w{3} \d+ \w{3,4}$/) as string,
      expect.stringMatching(/^until \w{3} \d+ \w{3,4}$/) as string,
    ],
    created_at: time,
    updated_at: time,
  };
  expect(post.listing).toEqual(listing);
  for (const path of ['', `/users/${owner.member.id}`, '/explore/look/account/posts?search=straw'])
    expect((await other.get(`${FORUM}${path}`)).body['data'].posts).toMatchObject([{ listing }]);
  expect((await owner.get(`${FORUM}/discussions`)).body['data'].posts).toMatchObject([{ listing }]);
  expect((await other.get(`${POSTS}/${post.post_id}`)).body['data'].listing).toEqual(listing);
  const preview = await site.guest().get(`${POSTS}/limited`);
  expect(preview.body['data'].posts[0].listing).toEqual({ ...listing, barangay: null });
  expect(JSON.stringify(preview.body)).not.toContain('Purok');
});

test('each post in a list has its own listing or none', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const author_id = browser.member.id;
  for (const amount_left of [1, null, 3, 4]) {
    const { id: post_id } = await addPost(site.services.db, { author_id });
    if (amount_left) await addListing(site.services.db, { post_id, amount_left });
  }
  const posts = (await browser.get(FORUM)).body['data'].posts as Post[];
  const left = posts.map(({ listing }) => listing && listing.amount_left);
  expect(left).toEqual([4, 3, null, 1]);
});

test('a listing needs a kind, a material and a town, and lasts two weeks', async () => {
  const site = await openSite();
  const { post } = await publishListing(await site.signedIn());
  const times = { created_at: time, updated_at: time };
  const facts = ['Offered', 'Rice straw', 'Guimba', expect.stringMatching(/^until /) as string];
  expect(post.listing).toEqual({ ...LEAST, ...times, facts, until: dayAfter(site, 14) });
});

test('an empty listing field in the form makes no listing', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  for (const listing of ['', 'null'])
    expect(await browser.post(POSTS, postForm([], { listing }))).toMatchObject({
      status: 201,
      body: { data: { listing: null } },
    });
});

test('an idempotency key is bound to one listing, and can be repeated after the listing’s last day', async () => {
  const site = await openSite();
  const browser = await site.signedIn();
  const key = { 'idempotency-key': 'order-123' };
  const send = (listing: object | null) =>
    browser.post(POSTS, postForm([], listing ? { listing: JSON.stringify(listing) } : {}), key);
  const listing = { ...LISTING, until: dayAfter(site, 0) };
  const { post_id } = (await send(listing)).body['data'];
  for (const changed of [{ ...listing, amount: 2, unit: 'bale' }, LISTING, null])
    expect(await send(changed)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
  site.advanceClock(DAY);
  expect(await send(listing)).toMatchObject({ status: 201, body: { data: { post_id } } });
});

test('an owner adds a listing to a post, updates it, and deletes it', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  const path = `${POSTS}/${id}/listing`;
  const added = await owner.change('PUT', path, LISTING);
  expect(added).toMatchObject({ status: 201, body: { data: LEAST } });
  site.advanceClock(1000);
  const changed = await owner.change('PUT', path, whole(site));
  expect(changed).toMatchObject({ status: 200, body: { data: whole(site) } });
  const { created_at, updated_at } = changed.body['data'];
  expect(created_at).toBe(added.body['data'].created_at);
  expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(created_at));
  const { body, headers } = await owner.get(`${POSTS}/${id}`);
  expect(body['data'].listing).toEqual(changed.body['data']);
  expect(headers.get('etag')).toBe(`"${body['data'].updated_at}"`);

  expect(await owner.change('DELETE', path)).toMatchObject({ status: 200, body: { data: null } });
  expect((await owner.get(`${POSTS}/${id}`)).body['data']).toEqual({
    ...body['data'],
    listing: null,
  });
  const missing = { status: 404, body: { code: 'listing_not_found' } };
  expect(await owner.change('DELETE', path)).toMatchObject(missing);
  expect(await owner.post(`${path}/status`, { status: 'gone' })).toMatchObject(missing);
});

test('changing the text of a post does not change its listing', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { post } = await publishListing(owner, whole(site));
  const words = { title: 'Corn cobs', description: 'By the truck.', listing: null };
  const { body } = await owner.change('PATCH', `${POSTS}/${post.post_id}`, words);
  expect(body['data']).toMatchObject({ title: 'Corn cobs', listing: post.listing });
});

test('only the owner changes a listing, and a hidden post is not found', async () => {
  const site = await openSite();
  const [owner, other] = [await site.signedIn(), await site.signedIn()];
  const { post, path } = await publishListing(owner);
  const expectAll = async (to: string, status: number, code: string) => {
    for (const [method, url, body] of [
      ['PUT', to, { ...LISTING, kind: 'need' }],
      ['DELETE', to, {}],
      ['POST', `${to}/status`, { status: 'gone' }],
    ] as const)
      expect(await other.change(method, url, body)).toMatchObject({ status, body: { code } });
  };
  await expectAll(path, 403, 'post_not_yours');
  for (const nothing of [newId(), 'x'])
    await expectAll(`${POSTS}/${nothing}/listing`, 404, 'post_not_found');
  const listed = (await other.get(`${POSTS}/${post.post_id}`)).body['data'].listing;
  expect(listed).toEqual(post.listing);
  await disableMember(site.services, owner.member.id);
  await expectAll(path, 404, 'post_not_found');
});

test('the 61st change of listings within ten minutes is rate limited', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner);
  for (let nth = 0; nth < 30; nth += 1) {
    expect((await owner.change('PUT', path, LISTING)).status).toBe(200);
    expect((await owner.post(`${path}/status`, { status: 'open' })).status).toBe(200);
  }
  for (const change of [
    () => owner.change('PUT', path, LISTING),
    () => owner.post(`${path}/status`, { status: 'gone' }),
    () => owner.change('DELETE', path),
  ])
    expect((await change()).status).toBe(429);
});
