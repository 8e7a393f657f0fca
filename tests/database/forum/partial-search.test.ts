import { expect, test } from 'vitest';

import { addPost, addResource } from '#demo/factories.ts';
import { block } from '#tests/support/nouns/blocks.ts';
import { openSiteWithPosts, readAllPages, searchUrl, titles } from '#tests/support/nouns/search.ts';
import { openSite } from '#tests/support/site/site.ts';

const POSTS = ['Corn', 'Rice bran in sacks', 'Rice in a truck', 'Sacks on a truck'];

test.each([
  ['rice sacks', ['Rice bran in sacks'], false],
  ['rice sacks tractor', ['Rice bran in sacks'], true],
  ['rice sacks truck', ['Sacks on a truck', 'Rice in a truck', 'Rice bran in sacks'], true],
  ['bran truck corn', ['Sacks on a truck', 'Rice in a truck', 'Rice bran in sacks', 'Corn'], true],
  ['corn in the sky', ['Corn'], true],
  ['tractor sky', [], false],
])('%s finds %j', async (search, expected, isPartial) => {
  const { reader } = await openSiteWithPosts(...POSTS);
  expect(titles((await readAllPages(reader, search)).posts)).toEqual(expected);
  expect((await reader.get(searchUrl(search))).body['data'].isPartial).toBe(isPartial);
});

test('stop words are not searched', async () => {
  const { reader } = await openSiteWithPosts('Corn', 'Bunot, niyog');
  const { body } = await reader.get(searchUrl('bunot para sa niyog'));
  expect(titles(body['data'].posts)).toEqual(['Bunot, niyog']);
  expect(body['data'].isPartial).toBe(false);
});

test('at most eight words are searched', async () => {
  const { reader } = await openSiteWithPosts('Manure, husk, hay, shells, peels, dung and talbos');
  const search = 'manure husk hay shells peels balat sapal talbos';
  const { status, body } = await reader.get(searchUrl(search));
  expect(status).toBe(200);
  expect(body['data'].posts).toHaveLength(1);
});

test('EduHub knows synonyms, and shows partial matches', async () => {
  const site = await openSite();
  await addResource(site.services.db, { title: 'Treating rice straw' });
  await addResource(site.services.db, { title: 'Corn silage' });
  const search = async (text: string) => {
    const path = `/api/web/eduhub?search=${encodeURIComponent(text)}`;
    const { body } = await site.guest().get(path);
    return [titles(body['data'].data), body['data'].isPartial];
  };
  expect(await search('dayami')).toEqual([['Treating rice straw'], false]);
  expect(await search('dayami tractor')).toEqual([['Treating rice straw'], true]);
  expect(await search('tractor')).toEqual([[], false]);
});

test('two words find in EduHub what each of them finds, and first what its title names', async () => {
  const site = await openSite();
  const guides: [title: string, text: string][] = [
    ['Growing mushrooms', 'On straw.'],
    ['Compost', 'Growing mushrooms need it.'],
    ['Kabute', 'On bags.'],
    ['Straw', 'Beds for mushrooms.'],
    ['Seedlings', 'Growing in hull.'],
    ['Biogas', 'From pigs.'],
  ];
  // The best matches are the oldest.
  for (const [nth, [title, content]] of guides.entries())
    await addResource(site.services.db, { title, published_at: 1e12 + nth }, [
      { type: 'TEXT', content },
    ]);
  const search = async (text: string, limit = 12) => {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = new URLSearchParams({ search: text, cursor, limit: String(limit) });
      const { body } = await site.guest().get(`/api/web/eduhub?${query}`);
      expect(body['data'].isPartial).toBe(false);
      found.push(...titles(body['data'].data));
      cursor = body['data'].nextCursor;
    }
    return found;
  };
  const both = ['Growing mushrooms', 'Kabute', 'Compost', 'Seedlings', 'Straw'];
  const found = await search('mushroom growing');
  expect(found.slice(0, 3)).toEqual(both.slice(0, 3));
  expect(found.toSorted()).toEqual(both.toSorted());
  expect(await search('growing kabute', 2)).toEqual(found);
  expect(found).toEqual(expect.arrayContaining(await search('mushroom')));
});

test('if one word matches nothing, the others must all match, however old the post is', async () => {
  // More than the search considers for each word.
  const newer = Array.from({ length: 101 }, (_, nth) => [`Rice ${nth}`, `Sacks ${nth}`]).flat();
  const { reader } = await openSiteWithPosts('Rice in sacks', ...newer);
  const { body } = await reader.get(searchUrl('rice sacks tractor'));
  expect(titles(body['data'].posts)).toEqual(['Rice in sacks']);
});

test('a material’s name is not corrected to another word', async () => {
  const { reader } = await openSiteWithPosts('Dayamo');
  expect((await readAllPages(reader, 'dayami')).posts).toEqual([]);
  expect(titles((await readAllPages(reader, 'dayamu')).posts)).toEqual(['Dayamo']);
});

test('a page of results is full although the newest are by blocked members', async () => {
  const site = await openSite();
  const [reader, author, blocked] = [
    await site.signedIn(),
    await site.signedIn(),
    await site.signedIn(),
  ];
  for (const [nth, { member }] of [author, author, blocked, blocked].entries())
    await addPost(site.services.db, {
      author_id: member.id,
      title: `Corn ${nth}`,
      created_at: 1e12 + nth,
    });
  await block(reader, blocked);
  const { body } = await reader.get(searchUrl('corn', '&limit=2'));
  expect(titles(body['data'].posts)).toEqual(['Corn 1', 'Corn 0']);
});
