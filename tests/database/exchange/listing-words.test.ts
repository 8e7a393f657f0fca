import { expect, test } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import type { ListingCard } from '#lib/contract/exchange/listings/listing-search.ts';
import type { ListingTable, PostTable } from '#lib/server/platform/db/schema.ts';
import { findTownsByName } from '#lib/server/platform/towns/towns.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const townCode = (name: string): string => findTownsByName(name)[0]?.code ?? '';
const [GUIMBA, MUNOZ, OLONGAPO] = ['Guimba', 'Science City of Muñoz', 'Olongapo City'].map(
  townCode,
) as [string, string, string];

/** Adds a post with a listing. @returns its id */
async function list(
  { services, member }: Site,
  post: Partial<PostTable>,
  listing: Partial<ListingTable>,
): Promise<string> {
  const { id: author_id } = await member();
  const { id } = await addPost(services.db, { author_id, ...post });
  await addListing(services.db, { post_id: id, town: GUIMBA, ...listing });
  return id;
}

/** The ids of the posts that someone finds, on pages of one; a guest by default. */
async function find(
  site: Site,
  query: Record<string, string>,
  as: Browser = site.guest(),
): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const given = new URLSearchParams({ ...query, limit: '1', cursor });
    const { status, body } = await as.get(`/api/web/listings?${given}`);
    expect(status).toBe(200);
    found.push(...body['data'].listings.map(({ post_id }: ListingCard) => post_id));
    cursor = body['data'].nextCursor;
  }
  return found;
}

const bare = { title: 'By the canal', description: 'Call first.' };

test('listings are found by names of materials in all languages, and by the post’s text', async () => {
  const site = await openSite();
  const straw = await list(site, bare, { material: 'rice-straw' });
  const hull = await list(site, bare, { material: 'rice-hull' });
  const compost = await list(site, bare, { material: 'compost' });
  await list(site, { ...bare, description: 'Or I make compost of it.' }, { material: 'mango' });
  const truck = await list(
    site,
    { ...bare, title: 'Truck for hauling' },
    { kind: 'service', material: 'sawdust' },
  );
  const tractor = await list(
    site,
    { ...bare, title: 'Hand tractor with trailer' },
    { kind: 'service', material: 'sawdust' },
  );
  for (const [search, id] of [
    ['dayami', straw],
    ['Garami', straw],
    ['ipa', hull],
    ['pataba', compost],
    ['hakot', truck],
    ['traktora', tractor],
    ['canal straw', straw],
    ['dayami Guimba', straw],
    ['tracter', tractor],
  ] as const)
    expect([search, await find(site, { search })]).toEqual([search, [id]]);
  expect(await find(site, { search: 'gold' })).toEqual([]);
  expect(await find(site, { search: '!' })).toEqual([]);
  expect(await find(site, { search: 'dayami', material: 'rice-hull' })).toEqual([hull]);
});

test('guests cannot search the description, which is for members', async () => {
  const site = await openSite();
  const description = 'Hand tractor at the chapel. Text 0917 555 1234. Dayami near Olongapo.';
  const id = await list(site, { ...bare, description }, { kind: 'service', material: 'sawdust' });
  const member = await site.signedIn();
  for (const search of ['chapel', '0917', '555', 'traktora', 'tracter', 'chapel canal'])
    expect([search, await find(site, { search }, member)]).toEqual([search, [id]]);
  for (const search of ['chapel', '0917', '555', 'traktora', 'tracter', 'Olongapo'])
    expect([search, await find(site, { search })]).toEqual([search, []]);
  expect(await find(site, { search: 'canal Guimba' })).toEqual([id]);
});

test('words combine with other filters, in each order', async () => {
  const site = await openSite();
  const post = { ...bare, title: 'Canal' };
  const far = await list(site, post, {
    town: OLONGAPO,
    until: '2099-01-01',
    ready_on: '2098-12-20',
    terms: 'trade',
  });
  const near = await list(site, post, {
    town: MUNOZ,
    until: '2099-01-03',
    ready_on: '2098-12-12',
  });
  const here = await list(site, post, { town: GUIMBA, until: '2099-01-02', kind: 'need' });
  const closed = await list(site, post, { status: 'gone' });
  await list(site, post, { status: 'promised' });
  await list(site, { title: 'Other', description: 'Else.' }, {});
  const canal = (query: Record<string, string>) => find(site, { search: 'canal', ...query });
  expect(await canal({})).toEqual([here, near, far]);
  expect(await canal({})).not.toContain(closed);
  expect(await canal({ town: MUNOZ })).toEqual([near, here, far]);
  expect(await canal({ town: MUNOZ, within: '10' })).toEqual([near]);
  expect(await canal({ sort: 'ending' })).toEqual([far, here, near]);
  expect(await canal({ sort: 'ready' })).toEqual([here, near, far]);
  expect(await canal({ ready_by: '2098-12-12' })).toEqual([here, near]);
  expect(await canal({ ready_by: '2098-12-11' })).toEqual([here]);
  expect(await canal({ kind: 'need' })).toEqual([here]);
  expect(await canal({ free: '1' })).toEqual([here, near]);
});

test.each([
  ['Guimba Nueva Ecija', GUIMBA],
  ['straw guimba NE', GUIMBA],
  ['City of Munoz', MUNOZ],
  ['MUNOZ N.E.', MUNOZ],
])('a town is found in usual spellings: %s', async (search, town) => {
  const site = await openSite();
  const id = await list(site, bare, { material: 'rice-straw', town });
  await list(site, bare, { material: 'rice-straw', town: OLONGAPO });
  expect(await find(site, { search })).toEqual([id]);
  expect(await find(site, { search }, await site.signedIn())).toEqual([id]);
});
