import { describe, expect, test } from 'vitest';

import { addResource } from '#demo/factories.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const EDUHUB = '/api/web/eduhub';

const titles = async (site: Site, query = '') => {
  const { status, body } = await site.guest().get(`${EDUHUB}?${query}`);
  expect(status).toBe(200);
  return body['data'].data.map(({ title }: { title: string }) => title);
};

const text = (content: string) => ({ type: 'TEXT' as const, content });

test('a guest lists published resources, newest first, without drafts', async () => {
  const site = await openSite();
  const { db } = site.services;
  const old = await addResource(db, { title: 'Old', published_at: 1e12 });
  await addResource(db, { title: 'New', published_at: 2e12 });
  const draft = await addResource(db, { title: 'Draft', published_at: null });
  const { body, headers } = await site.guest().get(EDUHUB);
  expect(body['data'].data.map(({ title }: { title: string }) => title)).toEqual(['New', 'Old']);
  expect(body['data'].data[1]).toEqual({
    id: old.id,
    title: 'Old',
    language: 'en',
    cover_photo: `/media/${old.cover_key}/1600.webp`,
    published_date: new Date(1e12).toISOString(),
    reading_minutes: 1,
    topics: [],
  });
  expect(body['data'].nextCursor).toBeNull();
  expect(headers.get('cache-control')).toBe('public, max-age=60');
  expect((await site.guest().get(`${EDUHUB}/${draft.id}`)).status).toBe(404);
});

test('a member’s response is sent with no-store', async () => {
  const site = await openSite();
  const { headers } = await (await site.signedIn()).get(EDUHUB);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('pages have twelve resources, each once, even with equal publication times', async () => {
  const site = await openSite();
  const made = [];
  for (let nth = 0; nth < 30; nth += 1)
    made.push((await addResource(site.services.db, { published_at: 1e12 + (nth >> 3) })).id);
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: string | null = '0';
  while (cursor) {
    const { body } = await site.guest().get(`${EDUHUB}?cursor=${cursor}`);
    const page = body['data'].data.map(({ id }: { id: string }) => id);
    seen.push(...page);
    sizes.push(page.length);
    cursor = body['data'].nextCursor;
  }
  expect(sizes).toEqual([12, 12, 6]);
  expect(new Set(seen)).toEqual(new Set(made));
});

test('a resource has its blocks in order', async () => {
  const site = await openSite();
  const picture = 'AAAAAAAAAAAAAAAAAAAAAA-1200x800';
  const { id } = await addResource(site.services.db, { title: 'Biochar' }, [
    { type: 'HEADING', content: 'What to use' },
    text('Corn cobs, coconut shell.'),
    { type: 'image', content: picture },
  ]);
  const { body } = await site.guest().get(`${EDUHUB}/${id}`);
  expect(body['data']).toMatchObject({ id, title: 'Biochar' });
  expect(body['data'].blocks).toEqual([
    { id: expect.any(String), type: 'HEADING', content: 'What to use' },
    { id: expect.any(String), type: 'TEXT', content: 'Corn cobs, coconut shell.' },
    { id: expect.any(String), type: 'image', content: `/media/${picture}/1200.webp` },
  ]);
});

test.each(['nothing', '0198c0de-0000-7000-8000-000000000000', '..', '%00'])(
  'the resource id %s is not found',
  async (id) => {
    const site = await openSite();
    expect([400, 404]).toContain((await site.guest().get(`${EDUHUB}/${id}`)).status);
  },
);

test.each([
  ['cursor=abc', { cursor: 'invalid_cursor' }],
  ['cursor=2.1.x', { cursor: 'invalid_cursor' }],
  ['cursor=%00', { cursor: 'invalid_cursor' }],
  [`cursor=0.1.${'-'.repeat(36)}`, { cursor: 'invalid_cursor' }],
  ['topic=straw', { topic: 'topic_invalid' }],
  ['limit=0', { limit: 'limit_out_of_range' }],
  ['limit=51', { limit: 'limit_out_of_range' }],
  ['limit=1&limit=2', undefined],
])('the query %s is rejected', async (query, codes) => {
  const site = await openSite();
  const { status, body } = await site.guest().get(`${EDUHUB}?${query}`);
  expect(status).toBe(400);
  expect(body['field_codes']).toEqual(codes);
});

const library = async () => {
  const site = await openSite();
  const { db } = site.services;
  await addResource(db, { title: 'Compost in eight weeks', published_at: 1e12 }, [
    text('A heap of rice straw and manure. Ñipa and niño grow in it.'),
  ]);
  await addResource(db, { title: 'Rice straw for carabao', published_at: 2e12 }, [
    text('Treated with urea.'),
  ]);
  await addResource(db, { title: 'Biogas', published_at: 3e12 }, [
    text('Manure of twelve pigs.'),
    { type: 'HEADING', content: 'Safety' },
    { type: 'image', content: 'urea00000000000000000A-10x10' },
  ]);
  return site;
};

describe('search', () => {
  test('finds words in title and text, title matches first', async () => {
    const site = await library();
    expect(await titles(site, 'search=rice+straw')).toEqual([
      'Rice straw for carabao',
      'Compost in eight weeks',
    ]);
    expect(await titles(site, 'search=manure')).toEqual(['Biogas', 'Compost in eight weeks']);
    expect(await titles(site, 'search=manure+safety')).toEqual([
      'Biogas',
      'Compost in eight weeks',
    ]);
  });

  test('matches word prefixes in any order, ignoring case and accents', async () => {
    const site = await library();
    for (const search of ['CARAB', 'treated carabao', 'carabao, treat!', 'cárabao'])
      expect(await titles(site, `search=${encodeURIComponent(search)}`)).toEqual([
        'Rice straw for carabao',
      ]);
    for (const search of ['nipa', 'ñipa', 'NIÑO'])
      expect(await titles(site, `search=${encodeURIComponent(search)}`)).toEqual([
        'Compost in eight weeks',
      ]);
  });

  test('does not match image names', async () => {
    const site = await library();
    expect(await titles(site, 'search=urea00000000000000000A')).toEqual([]);
  });

  test('returns everything for an empty query, and nothing for punctuation only', async () => {
    const site = await library();
    expect(await titles(site, 'search=++')).toHaveLength(3);
    expect(await titles(site, 'search=%21%3F')).toEqual([]);
  });

  test.each([
    `' or 1=1 --`,
    '"',
    'title:rice',
    'a* OR b',
    '%',
    '_',
    '\u0000',
    '\ud800',
    'NEAR(a b)',
  ])('treats %j as plain words', async (search) => {
    const site = await library();
    await titles(site, `search=${encodeURIComponent(search.toWellFormed())}`);
  });

  test('keeps the order of the first page on the next pages', async () => {
    const site = await library();
    const first = await site.guest().get(`${EDUHUB}?search=straw&limit=1`);
    const cursor = first.body['data'].nextCursor;
    expect(await titles(site, `search=straw&limit=1&cursor=${cursor}`)).toEqual([
      'Compost in eight weeks',
    ]);
  });

  test('follows updates and deletions', async () => {
    const site = await library();
    const { db } = site.services;
    await db
      .updateTable('resources')
      .set({ title: 'Biogas from pigs' })
      .where('title', '=', 'Biogas')
      .execute();
    expect(await titles(site, 'search=biogas+pigs')).toEqual(['Biogas from pigs']);
    await db
      .updateTable('resource_blocks')
      .set({ content: 'Goats' })
      .where('content', 'like', 'Manure of%')
      .execute();
    expect(await titles(site, 'search=manure')).toEqual(['Compost in eight weeks']);
    expect(await titles(site, 'search=goats')).toEqual(['Biogas from pigs']);
    await db.deleteFrom('resource_blocks').where('content', '=', 'Goats').execute();
    expect(await titles(site, 'search=goats')).toEqual([]);
    await db.deleteFrom('resources').where('title', 'like', 'Biogas%').execute();
    expect(await titles(site, 'search=biogas')).toEqual([]);
  });
});
