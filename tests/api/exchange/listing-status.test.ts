import { expect, test } from 'vitest';

import { expireListings } from '#lib/server/exchange/listings/expire-listings.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { agreeWith, openPickupStage, withPhone } from '#tests/support/nouns/pickups.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const BALES = { amount: 10, unit: 'bale' };

test('an owner updates the remaining amount, marks all as gone, and opens it again', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { post, path } = await publishListing(owner, BALES);
  const steps = [
    [
      { status: 'open', amount_left: 4 },
      { status: 'open', amount_left: 4 },
    ],
    [{ status: 'promised' }, { status: 'promised', amount_left: 4 }],
    [
      { status: 'promised', amount_left: 0 },
      { status: 'promised', amount_left: 0 },
    ],
    [{ status: 'gone' }, { status: 'gone', amount_left: 0 }],
    [
      { status: 'gone', amount_left: 0 },
      { status: 'gone', amount_left: 0 },
    ],
    [
      { status: 'open', amount_left: 10 },
      { status: 'open', amount_left: 10 },
    ],
    [{ status: 'withdrawn' }, { status: 'withdrawn', amount_left: 10 }],
    [{ status: 'open' }, { status: 'open', amount_left: 10 }],
  ];
  for (const [sent, expected] of steps) {
    const { status, body } = await owner.post(`${path}/status`, sent);
    const changed = {
      facts: expect.any(Array) as string[],
      updated_at: expect.any(String) as string,
    };
    const listing = { ...post.listing, ...expected, ...changed };
    expect({ status, data: body['data'] }).toEqual({ status: 200, data: listing });
    expect((await owner.get(`${POSTS}/${post.post_id}`)).body['data'].listing).toEqual(
      body['data'],
    );
  }
});

test.each([
  ['no status', {}, 'status', 'listing_status_invalid'],
  ['an unknown status', { status: 'sold' }, 'status', 'listing_status_invalid'],
  ['expiry', { status: 'expired' }, 'status', 'listing_status_invalid'],
  [
    'less than nothing',
    { status: 'open', amount_left: -1 },
    'amount_left',
    'amount_left_out_of_range',
  ],
  ['a fraction', { status: 'open', amount_left: 0.5 }, 'amount_left', 'amount_left_out_of_range'],
  [
    'more than the amount',
    { status: 'open', amount_left: 11 },
    'amount_left',
    'amount_left_out_of_range',
  ],
  [
    'nothing left of what is open',
    { status: 'open', amount_left: 0 },
    'amount_left',
    'amount_left_required',
  ],
  [
    'a rest of what is gone',
    { status: 'gone', amount_left: 1 },
    'amount_left',
    'amount_left_of_gone',
  ],
])('%s is rejected, and changes nothing', async (_, sent, field, code) => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { post, path } = await publishListing(owner, BALES);
  const { status, body } = await owner.post(`${path}/status`, sent);
  expect({ status, codes: body['field_codes'] }).toEqual({ status: 400, codes: { [field]: code } });
  expect((await owner.get(`${POSTS}/${post.post_id}`)).body['data'].listing).toEqual(post.listing);
});

test('a listing that is gone can only be opened with a remaining amount', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner, BALES);
  await owner.post(`${path}/status`, { status: 'gone' });
  const { body } = await owner.post(`${path}/status`, { status: 'open' });
  expect(body['field_codes']).toEqual({ amount_left: 'amount_left_required' });
});

test('the remaining amount is at most the amount without agreed pickups', async () => {
  const site = await openSite();
  const stage = await openPickupStage(site, BALES);
  await agreeWith(stage, await withPhone(site), { amount: 4 });
  const state = (amount_left: number) =>
    stage.owner.post(`${stage.path}/status`, { status: 'open', amount_left });
  const rejected = await state(7);
  expect([rejected.status, rejected.body['field_codes']]).toEqual([
    400,
    { amount_left: 'amount_left_out_of_range' },
  ]);
  expect((await state(6)).body['data']).toMatchObject({ status: 'open', amount_left: 6 });
});

test('a listing without an amount has no remaining amount', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner);
  const rejected = await owner.post(`${path}/status`, { status: 'open', amount_left: 3 });
  expect(rejected.body['field_codes']).toEqual({ amount_left: 'amount_not_stated' });
  for (const status of ['promised', 'gone', 'open'])
    expect(await owner.post(`${path}/status`, { status })).toMatchObject({
      status: 200,
      body: { data: { status, amount_left: null } },
    });
});

test('updating a listing preserves its status, and the remaining amount unless the amount changes', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner, BALES);
  const put = async (given: object) =>
    (await owner.change('PUT', path, { ...LISTING, ...given })).body['data'];
  await owner.post(`${path}/status`, { status: 'promised', amount_left: 4 });
  const fresh = { ...BALES, condition: 'fresh' };
  expect(await put(fresh)).toMatchObject({ status: 'promised', amount_left: 4, ...fresh });
  expect(await put({ ...BALES, amount: 3 })).toMatchObject({ status: 'promised', amount_left: 3 });
  await owner.post(`${path}/status`, { status: 'promised', amount_left: 1 });
  expect(await put({ amount: 3, unit: 'kg' })).toMatchObject({ amount_left: 3 });
  expect(await put({})).toMatchObject({ amount: null, amount_left: null });
  await owner.post(`${path}/status`, { status: 'gone' });
  expect(await put(BALES)).toMatchObject({ status: 'gone', amount_left: 0 });
});

test('an expired listing only opens again with a new last day', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const given = { ...BALES, until: dayAfter(site, 0) };
  const { path } = await publishListing(owner, given);
  await owner.post(`${path}/status`, { status: 'promised', amount_left: 0 });
  site.advanceClock(DAY);
  const ended = { status: 409, body: { code: 'listing_ended' } };
  expect(await owner.post(`${path}/status`, { status: 'promised' })).toMatchObject(ended);
  await expireListings(site.services);
  const open = { status: 'open', amount_left: 2 };
  expect(await owner.post(`${path}/status`, open)).toMatchObject(ended);
  const { body } = await owner.change('PUT', path, { ...LISTING, ...BALES });
  expect(body['data']).toMatchObject({ status: 'open', amount_left: 10 });
  expect(body['data'].until).toBe(dayAfter(site, 14));
});

test('an expired listing can be marked as gone', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner, { ...BALES, until: dayAfter(site, 0) });
  site.advanceClock(DAY);
  await expireListings(site.services);
  const { body } = await owner.post(`${path}/status`, { status: 'gone' });
  expect(body['data']).toMatchObject({ status: 'gone', amount_left: 0 });
});
