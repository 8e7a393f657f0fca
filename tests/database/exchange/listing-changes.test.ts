// Concurrent changes of one listing.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { expireListings } from '#lib/server/exchange/listings/expire-listings.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { POSTS } from '#tests/support/nouns/posts.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;
const BALES = { amount: 10, unit: 'bale' };

test('of concurrent status changes, one is last, and applies as a whole', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { post, path } = await publishListing(owner, BALES);
  const sent = [
    ...[1, 2, 3, 4, 5].map((amount_left) => ({ status: 'open', amount_left })),
    ...[6, 7, 8].map((amount_left) => ({ status: 'promised', amount_left })),
    ...[0, 0].map((amount_left) => ({ status: 'gone', amount_left })),
  ];
  const responses = await Promise.all(sent.map((each) => owner.post(`${path}/status`, each)));
  expect(responses.map(({ body }) => body['data'])).toMatchObject(sent);
  const { listing } = (await owner.get(`${POSTS}/${post.post_id}`)).body['data'];
  expect(sent).toContainEqual({ status: listing.status, amount_left: listing.amount_left });
});

test('of concurrent requests to add a listing to a post, one creates it', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { id } = await addPost(site.services.db, { author_id: owner.member.id });
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => owner.change('PUT', `${POSTS}/${id}/listing`, LISTING)),
  );
  const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array(7).fill(200), 201]);
});

test('a listing whose last day is moved while it expires stays open', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const given = { ...BALES, until: dayAfter(site, 0) };
  const listings: { path: string }[] = [];
  for (let nth = 0; nth < 4; nth += 1) listings.push(await publishListing(owner, given));
  site.advanceClock(DAY);
  const later = { ...LISTING, ...BALES, until: dayAfter(site, 9) };
  await Promise.all(
    listings.flatMap(({ path }) => [
      owner.change('PUT', path, later),
      expireListings(site.services),
    ]),
  );
  const rows = await site.services.db.selectFrom('listings').select(['status', 'until']).execute();
  expect(rows).toEqual(listings.map(() => ({ status: 'open', until: later.until })));
});

test('changes of a listing while its post is deleted leave no rows', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { post, path } = await publishListing(owner, BALES);
  const responses = await Promise.all([
    ...[1, 2, 3].map(() => owner.change('PUT', path, LISTING)),
    owner.change('DELETE', `${POSTS}/${post.post_id}`),
    ...[1, 2, 3].map(() => owner.post(`${path}/status`, { status: 'promised' })),
  ]);
  for (const { status } of responses) expect([200, 404]).toContain(status);
  expect(await site.services.db.selectFrom('listings').selectAll().execute()).toEqual([]);
});
