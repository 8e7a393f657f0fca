import { expect, onTestFinished, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { createAppServer } from '#lib/server/app/app-server.ts';
import { expireListings } from '#lib/server/exchange/listings/expire-listings.ts';
import { remindOwners } from '#lib/server/exchange/listings/remind-owners.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { ListingTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { dayAfter, LISTING, publishListing } from '#tests/support/nouns/listings.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

// Title of the reminder for an offer without requests.
const HALF_TIME = 'No request for your listing yet';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A second server on the database, with the same clock. */
async function openSecond({ services }: Site): Promise<Services> {
  const { config, now } = services;
  const second = await createAppServer(config, {
    clocks: { now },
    logDestination: { write: () => undefined },
  });
  onTestFinished(() => second.close());
  return second.services;
}

/** Moves the clock to the start of a day in the region (`timeZone` in src/lib/site.ts), or some time before it. */
const moveClockTo = (site: Site, day: string, before = 0) =>
  site.advanceClock(Date.parse(`${day}T00:00:00+08:00`) - before - site.services.now());

/** Adds posts with listings. */
async function addListings(site: Site, count: number, given: Partial<ListingTable>) {
  const { db } = site.services;
  const { id: author_id } = await site.member();
  for (let nth = 0; nth < count; nth += 1) {
    const post = await addPost(db, { id: newId(), author_id });
    await addListing(db, { post_id: post.id, ...given });
  }
}

const statuses = async ({ services: { db } }: Site) => {
  const rows = await db.selectFrom('listings').orderBy('until').select('status').execute();
  return rows.map(({ status }) => status);
};

const titles = async (browser: Browser) =>
  (await getAllNotifications(browser)).map(({ title }) => title);

test('a listing expires when its last day is over in the region', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const until = dayAfter(site, 3);
  const { post } = await publishListing(owner, { until });
  const next = dayAfter(site, 4);
  moveClockTo(site, next, HOUR);
  expect(await expireListings(site.services)).toBe(0);
  expect(await statuses(site)).toEqual(['open']);
  moveClockTo(site, next);
  expect(await expireListings(site.services)).toBe(1);
  const { body } = await owner.get(`/api/web/forum/posts/${post.post_id}`);
  expect(body['data'].listing).toMatchObject({ status: 'expired', until });
  expect(body['data'].listing.updated_at).not.toBe(post.listing.updated_at);
});

test('only open and promised listings expire', async () => {
  const site = await openSite();
  const until = dayAfter(site, -1);
  const given = { until, remind_on: until };
  for (const status of ['open', 'promised', 'gone', 'withdrawn'] as const)
    await addListings(site, 1, { status, ...given });
  await addListings(site, 1, { until: dayAfter(site, 0) });
  expect(await expireListings(site.services)).toBe(2);
  const after = await statuses(site);
  expect(after.toSorted()).toEqual(['expired', 'expired', 'gone', 'open', 'withdrawn']);
  expect(await expireListings(site.services)).toBe(0);
  const expired = site.services.db.selectFrom('listings').where('status', '=', 'expired');
  // Later checks can skip them.
  expect(await expired.select('remind_on').execute()).toEqual([
    { remind_on: null },
    { remind_on: null },
  ]);
});

test('two servers expire each listing once', async () => {
  const site = await openSite();
  const second = await openSecond(site);
  await addListings(site, 200, { until: dayAfter(site, -1) });
  const runs = [site.services, second].flatMap((each) => [1, 2, 3].map(() => expireListings(each)));
  const counts = await Promise.all(runs);
  expect(counts.reduce((sum, count) => sum + count)).toBe(200);
  expect(new Set(await statuses(site))).toEqual(new Set(['expired']));
});

test('two servers remind an owner once at half time and once on the last day', async () => {
  const site = await openSite();
  const second = await openSecond(site);
  const owner = await site.signedIn();
  const { post } = await publishListing(owner);
  const remindAll = () =>
    Promise.all([site.services, second, site.services, second].map(remindOwners));
  const expected: string[] = [];
  for (let day = 1; day <= 15; day += 1) {
    site.advanceClock(DAY);
    await expireListings(site.services);
    await remindAll();
    if (day === 7) expected.unshift(HALF_TIME);
    if (day === 13) expected.unshift('Your listing ends tomorrow');
    expect(await titles(owner)).toEqual(expected);
  }
  expect(await getAllNotifications(owner)).toMatchObject(
    [1, 2].map(() => ({
      type: 'forum',
      link_data: post.post_id,
      content: expect.stringContaining('Rice straw'),
    })),
  );
});

test.each([
  ['need', 'Do you still need this?'],
  ['service', 'Do you still offer this?'],
])('the reminder of a %s is “%s”', async (kind, title) => {
  const site = await openSite();
  const owner = await site.signedIn();
  await publishListing(owner, { kind });
  site.advanceClock(7 * DAY);
  await remindOwners(site.services);
  expect(await titles(owner)).toEqual([title]);
});

test('a listing of one day has one reminder, and one for today has none', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  for (const days of [0, 1]) await publishListing(owner, { until: dayAfter(site, days) });
  await remindOwners(site.services);
  expect(await titles(owner)).toEqual([]);
  site.advanceClock(DAY);
  await remindOwners(site.services);
  expect(await titles(owner)).toEqual(['This is the last day of your listing']);
});

test('listings that are gone, withdrawn or expired have no reminder', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  for (const status of ['gone', 'withdrawn']) {
    const { path } = await publishListing(owner);
    await owner.post(`${path}/status`, { status });
  }
  await publishListing(owner, { until: dayAfter(site, 2) });
  site.advanceClock(7 * DAY);
  await expireListings(site.services);
  await remindOwners(site.services);
  expect(await titles(owner)).toEqual([]);
});

test('a new last day restarts the reminders, and reopening a listing repeats none', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  const { path } = await publishListing(owner);
  const pass = async (days: number) => {
    site.advanceClock(days * DAY);
    await remindOwners(site.services);
    return (await titles(owner)).length;
  };
  expect(await pass(7)).toBe(1);
  await owner.change('PUT', path, { ...LISTING, until: dayAfter(site, 20) });
  expect(await pass(9)).toBe(1);
  expect(await pass(1)).toBe(2);
  await owner.post(`${path}/status`, { status: 'gone' });
  await owner.post(`${path}/status`, { status: 'open' });
  expect(await pass(8)).toBe(2);
  expect(await pass(1)).toBe(3);
  // Nor does its last day.
  await owner.post(`${path}/status`, { status: 'gone' });
  await owner.post(`${path}/status`, { status: 'open' });
  expect(await pass(1)).toBe(3);
});

test('if the server was down the day before, its reminder names the last day', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  await publishListing(owner);
  site.advanceClock(14 * DAY);
  await remindOwners(site.services);
  expect(await titles(owner)).toEqual(['This is the last day of your listing']);
});

test('if the server was down at half time, the owner is reminded later', async () => {
  const site = await openSite();
  const owner = await site.signedIn();
  await publishListing(owner);
  site.advanceClock(10 * DAY);
  await remindOwners(site.services);
  expect(await titles(owner)).toEqual([HALF_TIME]);
});

test('all reminders are sent, even for more listings than a batch', async () => {
  const site = await openSite();
  const today = dayAfter(site, 0);
  await addListings(site, 230, { remind_on: today, until: dayAfter(site, 7) });
  const second = await openSecond(site);
  await Promise.all([remindOwners(site.services), remindOwners(second)]);
  const rows = await site.services.db
    .selectFrom('member_notifications')
    .select('link_data')
    .execute();
  expect(new Set(rows.map(({ link_data }) => link_data)).size).toBe(230);
  expect(rows).toHaveLength(230);
});
