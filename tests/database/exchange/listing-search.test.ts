import { expect, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import type { ListingTable } from '#lib/server/platform/db/schema.ts';
import { findTownsByName, listTowns } from '#lib/server/platform/towns/towns.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { dayAfter } from '#tests/support/nouns/listings.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const PATH = '/api/web/listings';

const townCode = (name: string): string => findTownsByName(name)[0]?.code ?? '';
const [GUIMBA, MUNOZ, CABANATUAN, OLONGAPO] = [
  'Guimba',
  'Science City of Muñoz',
  'Cabanatuan City',
  'Olongapo City',
].map(townCode) as [string, string, string, string];

/** Adds posts with listings of one member, in this order. @returns the ids of the posts */
async function addListings(
  { services, member }: Site,
  listings: Partial<ListingTable>[],
): Promise<string[]> {
  const { id: author_id } = await member();
  const ids = [];
  for (const listing of listings) {
    const { id } = await addPost(services.db, { author_id });
    await addListing(services.db, { ...listing, post_id: id });
    ids.push(id);
  }
  return ids;
}

const idsOf = (cards: ListingCard[]) => cards.map(({ post_id }) => post_id);

async function search(browser: Browser, query: string): Promise<ListingCard[]> {
  const { status, body } = await browser.get(`${PATH}?${query}`);
  expect(status).toBe(200);
  return body['data'].listings;
}

/** Reads all pages. */
async function searchAll(browser: Browser, query: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const { body } = await browser.get(`${PATH}?${query}&cursor=${cursor}`);
    found.push(...idsOf(body['data'].listings));
    cursor = body['data'].nextCursor;
  }
  return found;
}

test('the nearest come first, with the newest of each town first, on pages without gaps', async () => {
  const site = await openSite();
  const towns = listTowns().map(({ code }) => code);
  const places = Array.from({ length: 60 }, (_, nth) => towns[(nth * 7) % towns.length] as string);
  await addListings(
    site,
    [...places, GUIMBA, GUIMBA].map((town) => ({ town })),
  );
  const guest = site.guest();
  const found = await searchAll(guest, `town=${GUIMBA}`);
  expect(new Set(found).size).toBe(62);
  const [first] = await search(guest, `town=${GUIMBA}&limit=1`);
  expect(first).toMatchObject({ distance_km: 0, listing: { town: GUIMBA } });
  const all = await search(guest, `town=${GUIMBA}&limit=50`);
  expect(idsOf(all)).toEqual(found.slice(0, 50));
  const distances = all.map(({ distance_km }) => distance_km ?? 0);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  for (const [nth, { listing, post_id }] of all.entries()) {
    const before = all[nth - 1];
    if (before?.listing.town === listing.town) expect(before.post_id > post_id).toBe(true);
  }
});

test('a search by distance can also be sorted by newest or ending first', async () => {
  const site = await openSite();
  const [later, near, far, sooner] = await addListings(site, [
    { town: GUIMBA, until: dayAfter(site, 9) },
    { town: MUNOZ, until: dayAfter(site, 5) },
    { town: OLONGAPO, until: dayAfter(site, 1) },
    { town: CABANATUAN, until: dayAfter(site, 3) },
  ]);
  const guest = site.guest();
  expect(await searchAll(guest, `town=${GUIMBA}&within=25`)).toEqual([later, near]);
  expect(await searchAll(guest, `town=${GUIMBA}&within=50`)).toEqual([later, near, sooner]);
  expect(await searchAll(guest, `town=${GUIMBA}&within=50&sort=newest&limit=1`)).toEqual([
    sooner,
    near,
    later,
  ]);
  expect(await searchAll(guest, `town=${GUIMBA}&within=50&sort=ending&limit=1`)).toEqual([
    sooner,
    near,
    later,
  ]);
  expect(await searchAll(guest, 'sort=ending&limit=1')).toEqual([far, sooner, near, later]);
  expect(await searchAll(guest, 'sort=nearest&within=10&limit=1')).toEqual([
    sooner,
    far,
    near,
    later,
  ]);
});

test('listings are filtered by kind, material and price', async () => {
  const site = await openSite();
  const [straw, cobs, need, priced] = await addListings(site, [
    {},
    { material: 'corn-cobs' },
    { kind: 'need' },
    { terms: 'price', price_centavos: 100 },
  ]);
  const guest = site.guest();
  const town = `town=${GUIMBA}`;
  for (const more of ['', town, `${town}&sort=ending`]) {
    const find = async (query: string) => new Set(await searchAll(guest, `${query}&${more}`));
    expect(await find('kind=need')).toEqual(new Set([need]));
    expect(await find('material=corn-cobs')).toEqual(new Set([cobs]));
    expect(await find('free=1')).toEqual(new Set([straw, cobs, need]));
    expect(await find('kind=offer&material=rice-straw&free=')).toEqual(new Set([straw, priced]));
  }
});

test('a search finds what is ready by a day, and puts first what is ready first', async () => {
  const site = await openSite();
  const [now, later, rounds, friday] = await addListings(site, [
    { town: GUIMBA },
    { town: GUIMBA, ready_on: '2099-01-05', terms: 'trade' },
    {
      town: MUNOZ,
      repeat_weeks: 1,
      repeat_from: '2099-01-04',
      amount: 3,
      amount_left: 3,
      unit: 'sack',
    },
    { town: OLONGAPO, ready_on: '2099-01-02' },
  ]);
  const guest = site.guest();
  const town = `town=${GUIMBA}`;
  expect(await searchAll(guest, 'ready_by=2099-01-03&limit=1')).toEqual([friday, now]);
  expect(await searchAll(guest, 'ready_by=2099-01-02&limit=1')).toEqual([friday, now]);
  expect(await searchAll(guest, 'ready_by=2099-01-01')).toEqual([now]);
  expect(await searchAll(guest, `${town}&ready_by=2099-01-04&limit=1`)).toEqual([
    now,
    rounds,
    friday,
  ]);
  expect(await searchAll(guest, `${town}&within=25&ready_by=2099-01-03`)).toEqual([now]);
  expect(await searchAll(guest, 'sort=ending&ready_by=2099-01-01')).toEqual([now]);
  for (const place of ['', town])
    expect(await searchAll(await site.signedIn(), `${place}&sort=ready&limit=1`)).toEqual([
      now,
      friday,
      rounds,
      later,
    ]);
  expect(await searchAll(guest, `${town}&within=20&sort=ready`)).toEqual([now, rounds, later]);
  expect(await searchAll(guest, 'sort=ready&free=&kind=offer&ready_by=2099-01-04')).toEqual([
    now,
    friday,
    rounds,
  ]);
});

test('of what is ready on the same day, the newest is first', async () => {
  const site = await openSite();
  const [first, second, third] = await addListings(site, [{}, {}, { ready_on: '2099-01-02' }]);
  for (const limit of [1, 2, 3])
    expect(await searchAll(site.guest(), `sort=ready&limit=${limit}`)).toEqual([
      second,
      first,
      third,
    ]);
});

test('only open listings of enabled members are found', async () => {
  const site = await openSite();
  for (const status of ['promised', 'gone', 'expired', 'withdrawn'] as const)
    await addListings(site, [{ status }]);
  const author = await site.member();
  for (let nth = 0; nth < 15; nth += 1) {
    const { id } = await addPost(site.services.db, { author_id: author.id });
    await addListing(site.services.db, { post_id: id, town: GUIMBA });
  }
  const [open] = await addListings(site, [{ town: MUNOZ }]);
  const [older] = await addListings(site, [{ town: GUIMBA }]);
  await disableMember(site.services, author.email);
  for (const query of ['', `town=${GUIMBA}`, 'sort=ending'])
    expect(new Set(await searchAll(site.guest(), query))).toEqual(new Set([open, older]));
});

test('a page is full although the viewer cannot see the newest listings’ owners', async () => {
  const site = await openSite();
  const viewer = await site.signedIn();
  const shown = await addListings(
    site,
    Array.from({ length: 3 }, () => ({ town: GUIMBA })),
  );
  const hidden = async (count: number) => {
    const author = await site.signedIn();
    for (let nth = 0; nth < count; nth += 1) {
      const { id } = await addPost(site.services.db, { author_id: author.member.id });
      await addListing(site.services.db, { post_id: id, town: GUIMBA });
    }
    return author;
  };
  await disableMember(site.services, (await hidden(4)).member.email);
  const newestFirst = shown.toReversed();
  for (const query of ['', `town=${GUIMBA}`])
    expect(idsOf(await search(viewer, `${query}&limit=3`))).toEqual(newestFirst);
  await block(viewer, await hidden(4));
  for (const query of ['', `town=${GUIMBA}`])
    expect(idsOf(await search(viewer, `${query}&limit=3`))).toEqual(newestFirst);
});

test('members see the owner and the exact place, guests do not', async () => {
  const site = await openSite();
  const [id] = await addListings(site, [{ barangay: 'Purok 2' }]);
  const [forMember] = await search(await site.signedIn(), '');
  expect(forMember).toMatchObject({
    post_id: id,
    distance_km: null,
    listing: { barangay: 'Purok 2' },
    account: { account_type: 'Farmer' },
  });
  const { body, headers } = await site.guest().get(PATH);
  expect(body['data'].listings).toMatchObject([{ account: null, listing: { barangay: null } }]);
  expect(headers.get('cache-control')).toBe('public, max-age=60');
});

test('each invalid filter gets a sentence', async () => {
  const site = await openSite();
  const guest = site.guest();
  for (const [query, code] of [
    ['kind=gift', 'kind_invalid'],
    ['material=gold', 'material_invalid'],
    ['town=0000000000', 'town_invalid'],
    [`town=${GUIMBA}&within=11`, 'radius_invalid'],
    ['free=yes', 'free_invalid'],
    ['ready_by=Saturday', 'day_invalid'],
    ['sort=best', 'listing_order_invalid'],
    ['cursor=x', 'invalid_cursor'],
  ] as const) {
    const { status, body } = await guest.get(`${PATH}?${query}`);
    expect([query, status, Object.values(body['field_codes'] ?? {})]).toEqual([query, 400, [code]]);
  }
});
