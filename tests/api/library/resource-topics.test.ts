import { expect, test } from 'vitest';

import { addResource } from '#demo/factories.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const EDUHUB = '/api/web/eduhub';

const text = (content: string) => ({ type: 'TEXT' as const, content });

const titles = async (site: Site, query: string): Promise<string[]> => {
  const { body } = await site.guest().get(`${EDUHUB}?${query}`);
  return body['data'].data.map(({ title }: { title: string }) => title);
};

test('a guide has topics from its title, and a reading time', async () => {
  const site = await openSite();
  const title = 'Silage and compost for carabaos';
  const { id } = await addResource(site.services.db, { title }, [
    text('x'.repeat(1500)),
    { type: 'image', content: `${'A'.repeat(22)}-1200x800` },
    text('y'.repeat(1500)),
  ]);
  for (const path of [EDUHUB, `${EDUHUB}/${id}`]) {
    const { data } = (await site.guest().get(path)).body;
    const guide = path === EDUHUB ? data.data[0] : data;
    expect(guide).toMatchObject({ topics: ['feed', 'soil'], reading_minutes: 3 });
  }
});

test('a topic lists the guides that have it, page by page, and searches among them', async () => {
  const site = await openSite();
  const { db } = site.services;
  const made = ['A bed that feeds you', 'Feed from the market', 'FODDER trees', 'Fibre for rope'];
  for (const [nth, title] of made.entries())
    await addResource(db, { title, published_at: 1e12 + nth }, [text('Straw for feed')]);
  expect(await titles(site, 'topic=feed')).toEqual(['FODDER trees', 'Feed from the market']);
  expect(await titles(site, 'topic=fiber')).toEqual(['Fibre for rope']);
  expect(await titles(site, 'topic=mushrooms')).toEqual([]);
  expect(await titles(site, 'topic=feed&search=market')).toEqual(['Feed from the market']);
  const first = await site.guest().get(`${EDUHUB}?topic=feed&limit=1`);
  const { nextCursor } = first.body['data'];
  expect(await titles(site, `topic=feed&limit=1&cursor=${nextCursor}`)).toEqual([
    'Feed from the market',
  ]);
});
